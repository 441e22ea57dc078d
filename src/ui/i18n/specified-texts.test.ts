/**
 * Texts quoted by the specification, to the letter. Other tests read them from the screens' files, and would
 * follow a change.
 */
import { expect, it } from "vitest";
import type { Locale } from "#shared/language/locale.ts";
import { textsOf } from "./messages-texts.fixture.ts";

/** By file and key. Source: specification, sections 2, 5 and 8. */
const SPECIFIED: readonly (readonly [Locale, namespace: string, { readonly [key: string]: string }])[] = [
  [
    "en",
    "common",
    {
      "error.title": "Something went wrong",
      "error.unexpected": "An unexpected error occurred",
      "error.reload": "Reload Page",
      "account.checkingPermissions": "Checking permissions...",
      "notLoaded.liveDraws": "Failed to load active lotteries",
    },
  ],
  ["fr", "common", { "notLoaded.pastDraws": "Erreur lors du chargement des loteries terminées" }],
  [
    "en",
    "lottery",
    {
      "problem.idRequired": "Lottery ID is required",
      "problem.notFound": "Lottery not found",
      "problem.loadFailed": "Failed to load lottery details",
    },
  ],
  ["fr", "lottery", { "panel.unavailable": "Cette quantité n'est pas disponible actuellement" }],
  [
    "en",
    "quiz",
    {
      loadFailed: "Failed to load lottery details",
      noSession: "No valid session found",
      "errors.payment_failed": "Payment processing failed",
      "errors.not_sent": "Failed to process payment",
    },
  ],
  [
    "fr",
    "quiz",
    {
      "unavailable.title": "Quiz Non Disponible",
      "unavailable.text": "Impossible de charger le quiz pour le moment.",
      "errors.sold_out": "Cette quantité n'est pas disponible actuellement",
    },
  ],
  ["en", "auth", { sessionMissing: "Auth session missing!" }],
  [
    "en",
    "about",
    {
      "values.transparency": "Transparency",
      "values.security": "Security",
      "values.excellence": "Excellence",
      "values.innovation": "Innovation",
    },
  ],
  ["fr", "about", { "contact.sent": "Message envoyé avec succès !", "contact.failed": "Erreur lors de l'envoi du message" }],
  [
    "en",
    "admin",
    {
      "nav.dashboard": "Dashboard",
      "nav.users": "Users",
      "nav.lotteries": "Lotteries",
      "nav.draw": "Draw",
      "nav.winners": "Winners",
      "nav.emails": "Emails",
      "nav.settings": "Settings",
      "nav.loadingUsers": "Loading users...",
      "nav.loadingLotteries": "Loading lotteries...",
      "nav.loadingWinners": "Loading winners...",
      "notLoaded.dashboard": "Failed to load dashboard statistics",
      "notLoaded.users": "Failed to load users",
      "notLoaded.lotteries": "Failed to load lotteries",
      "notLoaded.draws": "Failed to load lotteries",
      "notLoaded.participants": "Failed to load participants",
      "notLoaded.winners": "Failed to load completed lotteries",
      "kit.drop.type": "File type must be one of {{types}}",
      "kit.drop.large": "File is larger than {{bytes}} bytes",
      "kit.drop.small": "File is smaller than {{bytes}} bytes",
      "kit.drop.many": "Too many files",
    },
  ],
  [
    "en",
    "admin-home",
    {
      "dashboard.totalUsers": "Total Users",
      "dashboard.activeLotteries": "Active Lotteries",
      "dashboard.ticketsSold": "Tickets Sold",
      "dashboard.activePlayers": "Active Players",
      "dashboard.title": "Admin Dashboard",
      "dashboard.subtitle": "Manage your lottery system and monitor statistics",
    },
  ],
  [
    "en",
    "admin-people",
    {
      "users.total": "Total Users",
      "users.activeToday": "Active Today",
      "users.user": "User",
      "users.contact": "Contact",
      "users.birthDate": "Birth Date",
      "users.joined": "Joined",
      "users.actions": "Actions",
      "settings.changeEmail": "Change Email",
      "settings.changePassword": "Change Password",
      "users.title": "User Management",
      "users.subtitle": "Manage registered users and their accounts",
      "users.search": "Search users...",
      "users.none": "No users found matching your search criteria",
      "users.delete": "Delete User",
      "users.deleteConfirm": "Are you sure you want to delete this user? This action cannot be undone.",
      "users.deleteFailed": "Failed to delete user",
      "users.deleted": "User deleted successfully",
      "settings.emailMissing": "Please enter a new email address",
      "settings.emailFailed": "Failed to update email",
      "settings.emailSent": "Email update request sent. Please check your new email for confirmation.",
      "settings.passwordRules": "Please meet all password requirements",
      "settings.passwordMismatch": "New passwords do not match",
      "settings.passwordFailed": "Failed to update password",
      "settings.passwordUpdated": "Password updated successfully",
    },
  ],
  [
    "en",
    "admin-lotteries",
    {
      "lotteries.title": "Lottery Management",
      "lotteries.new": "New Lottery",
      "lotteries.cancel": "Cancel",
      "lotteries.tooManyImages": "Maximum {{n}} images allowed",
      "lotteries.uploadFailed": "Failed to upload image",
      "lotteries.deleteImageFailed": "Failed to delete image",
      "lotteries.createFailed": "Failed to create lottery",
      "lotteries.created": "Lottery created successfully",
      "lotteries.updateFailed": "Failed to update lottery",
      "lotteries.updated": "Lottery updated successfully",
      "lotteries.deleteConfirm": "Are you sure you want to delete this lottery? This action cannot be undone.",
      "lotteries.deleteFailed": "Failed to delete lottery",
      "lotteries.deleted": "Lottery deleted successfully",
    },
  ],
  [
    "en",
    "admin-draws",
    {
      "draw.title": "Draw Management",
      "draw.export": "Export CSV",
      "draw.noTickets": "No tickets found for this lottery",
      "draw.failed": "Failed to draw winner",
      "draw.done": "Winner has been drawn successfully!",
      "winners.title": "Winner Management",
      "winners.none": "No Completed Lotteries",
      "winners.usersFailed": "Failed to load users",
      "winners.uploadFailed": "Failed to upload winner photo",
      "winners.updateFailed": "Failed to update winner",
      "winners.deleteFailed": "Failed to delete winner photo",
    },
  ],
];

it.each(SPECIFIED)("in %s, %s reads as specified", (locale, namespace, specified) => {
  const texts = textsOf(locale, namespace);
  // French has no-break spaces before its punctuation.
  const plain = (key: string) => texts.get(key)?.replaceAll("\u00a0", " ");
  expect(Object.fromEntries(Object.keys(specified).map((key) => [key, plain(key)]))).toEqual(specified);
});
