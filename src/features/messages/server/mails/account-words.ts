/** What the mails about an account say, in both languages. */
import type { Locale } from "#shared/locale.ts";

export type AccountMessage =
  | "verify-email"
  | "reset-password"
  | "change-email"
  | "sign-in"
  | "email-change-asked"
  | "email-changed"
  | "password-changed"
  | "second-factor-on"
  | "second-factor-off"
  | "second-factor-reset"
  | "recovery-codes-new"
  | "recovery-code-used"
  | "account-deleted";

/** `lead` is told the address that the mail goes to, and the new one where there is one. `path` is where the button leads without a link. */
type Words = {
  readonly subject: string;
  readonly title: string;
  readonly lead: (email: string, newEmail: string) => string;
  readonly button: string;
  readonly path: string;
  readonly more: string;
  readonly why: string;
};
type AccountWords = { readonly hello: (name: string) => string; readonly messages: Record<AccountMessage, Words> };

const en: AccountWords = {
  hello: (name) => (name ? `Hello ${name},` : "Hello,"),
  messages: {
    "verify-email": {
      subject: "Confirm your email address",
      title: "Confirm your email address.",
      lead: (email) => `Welcome to Concours. Please confirm that ${email} is your email address.`,
      button: "Confirm the address",
      path: "/verify-email",
      more: "You can play without doing this, but we only send news and offers to confirmed addresses. The link works once, for seven days. If you didn’t create an account, you can ignore this email.",
      why: "You’re receiving this email because someone created an account with this address.",
    },
    "reset-password": {
      subject: "Choose a new password",
      title: "Choose a new password.",
      lead: () => "We’ve been asked to reset the password of your Concours account.",
      button: "Choose a new password",
      path: "/forgot-password",
      more: "The link works once, for one hour. Don’t share it: anyone who has it can get into your account. If you didn’t ask for this, you can ignore this email and your password won’t change.",
      why: "You’re receiving this email because someone asked for a new password for this address.",
    },
    "change-email": {
      subject: "Confirm your new email address",
      title: "Confirm your new address.",
      lead: (email) => `You asked us to change the email address of your Concours account to ${email}.`,
      button: "Confirm the address",
      path: "/verify-email",
      more: "The link works once, for 24 hours. Until then, your account keeps its old address. If you didn’t ask for this, you can ignore this email.",
      why: "You’re receiving this email because someone wants to use this address for their account.",
    },
    "sign-in": {
      subject: "Sign in to Concours with this link",
      title: "Are you trying to sign in?",
      lead: () =>
        "There have been too many attempts to sign in to your Concours account, so we’ve paused them. If it was you, use this link to sign in with your password right away.",
      button: "Sign in",
      path: "/login",
      more: "The link works for six hours, or until you’ve signed in. You still need your password. If it wasn’t you, there’s nothing to do: your account is safe, and you stay signed in on your devices.",
      why: "You’re receiving this email because someone tried to sign in to the account with this address.",
    },
    "email-change-asked": {
      subject: "Your email address is about to change",
      title: "Did you ask for this change?",
      lead: (_, newEmail) => `Someone signed in to your Concours account asked to change its email address to ${newEmail}.`,
      button: "This wasn’t me",
      path: "/profile",
      more: "If it was you, open the link we’ve sent to the new address. If not, choose a new password now: that stops the change and signs you out on all devices.",
      why: "You’re receiving this email because this is your account’s address.",
    },
    "email-changed": {
      subject: "Your email address has changed",
      title: "Your email address has changed.",
      lead: (_, newEmail) =>
        `The email address of your Concours account is now ${newEmail}. We won’t send anything more to this one.`,
      button: "This wasn’t me",
      path: "/contact",
      more: "If you made this change, there’s nothing to do. If not, press the button: it brings this address back, signs you out on all devices and lets you choose a new password. The link works once, for seven days.",
      why: "You’re receiving this email because this was your account’s address.",
    },
    "password-changed": {
      subject: "Your password has changed",
      title: "Your password has changed.",
      lead: () => "The password of your Concours account has changed, and all your other devices have been signed out.",
      button: "This wasn’t me",
      path: "/forgot-password",
      more: "If it was you, there’s nothing to do. If not, choose a new password now.",
      why: "You’re receiving this email because this is your account’s address.",
    },
    "second-factor-on": {
      subject: "Two-step sign-in is on",
      title: "Two-step sign-in is on.",
      lead: () =>
        "From now on, signing in to your Concours account takes a code from your authenticator app after the password. All your other devices have been signed out.",
      button: "This wasn’t me",
      path: "/forgot-password",
      more: "Keep your recovery codes in a safe place: they let you in if you lose your phone. If this wasn’t you, choose a new password now and write to us.",
      why: "You’re receiving this email because this is your account’s address.",
    },
    "second-factor-off": {
      subject: "Two-step sign-in is off",
      title: "Two-step sign-in is off.",
      lead: () => "Your password alone is now enough to sign in to your Concours account.",
      button: "This wasn’t me",
      path: "/forgot-password",
      more: "If it was you, there’s nothing to do. If not, choose a new password now, then turn two-step sign-in on again.",
      why: "You’re receiving this email because this is your account’s address.",
    },
    "second-factor-reset": {
      subject: "Your two-step sign-in has been reset",
      title: "Your two-step sign-in has been reset.",
      lead: () =>
        "Our team has turned off two-step sign-in for your Concours account because we were told that you’d lost your app and your recovery codes. You’ve been signed out everywhere.",
      button: "Sign in",
      path: "/login?next=%2Fsecond-factor",
      more: "Sign in with your password and set it up again. If you didn’t ask for this, choose a new password and write to us at once.",
      why: "You’re receiving this email because this is your account’s address.",
    },
    "recovery-codes-new": {
      subject: "You have new recovery codes",
      title: "You have new recovery codes.",
      lead: () => "New recovery codes have been created for your Concours account, and the old ones no longer work.",
      button: "This wasn’t me",
      path: "/forgot-password",
      more: "If it was you, there’s nothing to do. If not, choose a new password now.",
      why: "You’re receiving this email because this is your account’s address.",
    },
    "recovery-code-used": {
      subject: "A recovery code has been used",
      title: "A recovery code has been used.",
      lead: () => "One of the recovery codes of your Concours account has just been used. It won’t work again.",
      button: "See your recovery codes",
      path: "/second-factor",
      more: "If it was you, there’s nothing to do. If not, choose a new password now and create new recovery codes.",
      why: "You’re receiving this email because this is your account’s address.",
    },
    "account-deleted": {
      subject: "Your account has been deleted",
      title: "Your account has been deleted.",
      lead: () =>
        "We’ve deleted your Concours account and your details. We keep a record of your orders without your name, as the law requires.",
      button: "Write to us",
      path: "/contact",
      more: "This is our last message about your account. If you didn’t want this, write to us at once.",
      why: "You’re receiving this email because this was your account’s address.",
    },
  },
};

const fr: AccountWords = {
  hello: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  messages: {
    "verify-email": {
      subject: "Confirmez votre adresse e-mail",
      title: "Confirmez votre adresse e-mail.",
      lead: (email) => `Bienvenue chez Concours. Confirmez que l’adresse ${email} est bien la vôtre.`,
      button: "Confirmer l’adresse",
      path: "/verify-email",
      more: "Vous pouvez jouer sans le faire, mais nous n’envoyons nouveautés et offres qu’aux adresses confirmées. Le lien est valable une seule fois, pendant sept jours. Si vous n’avez pas créé de compte, ignorez ce message.",
      why: "Vous recevez ce message parce qu’un compte a été créé avec cette adresse.",
    },
    "reset-password": {
      subject: "Choisissez un nouveau mot de passe",
      title: "Choisissez un nouveau mot de passe.",
      lead: () => "Nous avons reçu une demande de réinitialisation du mot de passe de votre compte Concours.",
      button: "Choisir un mot de passe",
      path: "/forgot-password",
      more: "Le lien est valable une seule fois, pendant une heure. Ne le transmettez à personne : il donne accès à votre compte. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne changera pas.",
      why: "Vous recevez ce message parce qu’un nouveau mot de passe a été demandé pour cette adresse.",
    },
    "change-email": {
      subject: "Confirmez votre nouvelle adresse e-mail",
      title: "Confirmez votre nouvelle adresse.",
      lead: (email) => `Vous nous avez demandé de remplacer l’adresse e-mail de votre compte Concours par ${email}.`,
      button: "Confirmer l’adresse",
      path: "/verify-email",
      more: "Le lien est valable une seule fois, pendant 24 heures. D’ici là, votre compte garde son ancienne adresse. Si vous n’avez rien demandé, ignorez ce message.",
      why: "Vous recevez ce message parce qu’une personne souhaite utiliser cette adresse pour son compte.",
    },
    "sign-in": {
      subject: "Votre lien pour vous connecter à Concours",
      title: "Essayez-vous de vous connecter ?",
      lead: () =>
        "Il y a eu trop de tentatives de connexion à votre compte Concours : nous les avons suspendues. Si c’était vous, ce lien vous permet de vous connecter tout de suite avec votre mot de passe.",
      button: "Se connecter",
      path: "/login",
      more: "Le lien est valable six heures, ou jusqu’à votre connexion. Votre mot de passe reste nécessaire. Si ce n’était pas vous, il n’y a rien à faire : votre compte est en sécurité et vos appareils restent connectés.",
      why: "Vous recevez ce message parce que quelqu’un a essayé de se connecter au compte lié à cette adresse.",
    },
    "email-change-asked": {
      subject: "Votre adresse e-mail va changer",
      title: "Avez-vous demandé ce changement ?",
      lead: (_, newEmail) =>
        `Une personne connectée à votre compte Concours a demandé à remplacer son adresse e-mail par ${newEmail}.`,
      button: "Ce n’était pas moi",
      path: "/profile",
      more: "Si c’est vous, ouvrez le lien envoyé à la nouvelle adresse. Sinon, choisissez tout de suite un nouveau mot de passe : la demande sera annulée et tous vos appareils déconnectés.",
      why: "Vous recevez ce message parce que cette adresse est celle de votre compte.",
    },
    "email-changed": {
      subject: "Votre adresse e-mail a changé",
      title: "Votre adresse e-mail a changé.",
      lead: (_, newEmail) =>
        `L’adresse e-mail de votre compte Concours est désormais ${newEmail}. Nous n’enverrons plus rien à celle-ci.`,
      button: "Ce n’était pas moi",
      path: "/contact",
      more: "Si ce changement vient de vous, il n’y a rien à faire. Sinon, utilisez le bouton : il rétablit cette adresse, déconnecte tous les appareils et vous fait choisir un nouveau mot de passe. Le lien est valable une seule fois, pendant sept jours.",
      why: "Vous recevez ce message parce que cette adresse était celle de votre compte.",
    },
    "password-changed": {
      subject: "Votre mot de passe a changé",
      title: "Votre mot de passe a changé.",
      lead: () => "Le mot de passe de votre compte Concours a été modifié, et tous les autres appareils ont été déconnectés.",
      button: "Ce n’était pas moi",
      path: "/forgot-password",
      more: "Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe.",
      why: "Vous recevez ce message parce que cette adresse est celle de votre compte.",
    },
    "second-factor-on": {
      subject: "Connexion en deux étapes activée",
      title: "La connexion en deux étapes est activée.",
      lead: () =>
        "Pour vous connecter à votre compte Concours, il faut désormais un code de votre application d’authentification en plus du mot de passe. Tous vos autres appareils ont été déconnectés.",
      button: "Ce n’était pas moi",
      path: "/forgot-password",
      more: "Gardez vos codes de secours en lieu sûr : ils vous serviront si vous perdez votre téléphone. Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et écrivez-nous.",
      why: "Vous recevez ce message parce que cette adresse est celle de votre compte.",
    },
    "second-factor-off": {
      subject: "Connexion en deux étapes désactivée",
      title: "La connexion en deux étapes est désactivée.",
      lead: () => "Votre mot de passe suffit désormais pour vous connecter à votre compte Concours.",
      button: "Ce n’était pas moi",
      path: "/forgot-password",
      more: "Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe, puis réactivez la connexion en deux étapes.",
      why: "Vous recevez ce message parce que cette adresse est celle de votre compte.",
    },
    "second-factor-reset": {
      subject: "Votre connexion en deux étapes a été réinitialisée",
      title: "Votre connexion en deux étapes a été réinitialisée.",
      lead: () =>
        "Notre équipe a désactivé la connexion en deux étapes de votre compte Concours, car on nous a signalé la perte de votre application et de vos codes de secours. Tous vos appareils ont été déconnectés.",
      button: "Me connecter",
      path: "/login?next=%2Fsecond-factor",
      more: "Connectez-vous avec votre mot de passe et configurez-la de nouveau. Si vous n’avez rien demandé, choisissez un nouveau mot de passe et écrivez-nous sans attendre.",
      why: "Vous recevez ce message parce que cette adresse est celle de votre compte.",
    },
    "recovery-codes-new": {
      subject: "Vous avez de nouveaux codes de secours",
      title: "Vous avez de nouveaux codes de secours.",
      lead: () => "De nouveaux codes de secours ont été créés pour votre compte Concours, et les anciens ne fonctionnent plus.",
      button: "Ce n’était pas moi",
      path: "/forgot-password",
      more: "Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe.",
      why: "Vous recevez ce message parce que cette adresse est celle de votre compte.",
    },
    "recovery-code-used": {
      subject: "Un code de secours a été utilisé",
      title: "Un code de secours a été utilisé.",
      lead: () => "L’un des codes de secours de votre compte Concours vient d’être utilisé. Il ne fonctionnera plus.",
      button: "Voir mes codes de secours",
      path: "/second-factor",
      more: "Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe et créez de nouveaux codes de secours.",
      why: "Vous recevez ce message parce que cette adresse est celle de votre compte.",
    },
    "account-deleted": {
      subject: "Votre compte a été supprimé",
      title: "Votre compte a été supprimé.",
      lead: () =>
        "Nous avons supprimé votre compte Concours et vos coordonnées. Nous conservons vos commandes sans votre nom, comme la loi l’exige.",
      button: "Nous écrire",
      path: "/contact",
      more: "C’est notre dernier message au sujet de votre compte. Si vous ne vouliez pas le supprimer, écrivez-nous sans attendre.",
      why: "Vous recevez ce message parce que cette adresse était celle de votre compte.",
    },
  },
};

export const ACCOUNT_WORDS: Record<Locale, AccountWords> = { en, fr };
