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
      subject: "Confirm your e-mail address",
      title: "Confirm your e-mail address.",
      lead: (email) => `Your Concours account is open. Please confirm that ${email} is yours.`,
      button: "Confirm the address",
      path: "/verify-email",
      more: "You can play without it; news of draws and offers only go to confirmed addresses. The link works once, for seven days. If you did not open an account, do nothing.",
      why: "You get this e-mail because an account was opened with this address.",
    },
    "reset-password": {
      subject: "Choose a new password",
      title: "Choose a new password.",
      lead: () => "Somebody, we hope you, forgot the password of your Concours account.",
      button: "Choose a new password",
      path: "/forgot-password",
      more: "The link works once, for one hour. Do not pass it on: whoever has it can open your account. If it was not you, do nothing, and your password stays as it is.",
      why: "You get this e-mail because somebody asked for a new password for this address.",
    },
    "change-email": {
      subject: "Confirm your new e-mail address",
      title: "Confirm your new address.",
      lead: (email) => `You asked us to change the address of your Concours account to ${email}.`,
      button: "Confirm the address",
      path: "/verify-email",
      more: "The link works once, for 24 hours. Until then your account keeps its old address. If you did not ask for this, do nothing.",
      why: "You get this e-mail because somebody entered this address as the new one of an account.",
    },
    "sign-in": {
      subject: "Sign in to Concours with this link",
      title: "Is that you signing in?",
      lead: () =>
        "There have been too many attempts to sign in to your Concours account, so we have paused them. If it was you, this link lets you sign in with your password right away.",
      button: "Sign in",
      path: "/login",
      more: "The link works for six hours, until you have signed in. It does not replace your password. If it was not you, do nothing: your account is safe, and you stay signed in on your devices.",
      why: "You get this email because of attempts to sign in to the account with this address.",
    },
    "email-change-asked": {
      subject: "Your e-mail address is about to change",
      title: "Is this change yours?",
      lead: (_, newEmail) => `Somebody who is logged in to your Concours account asked to change its address to ${newEmail}.`,
      button: "It was not me",
      path: "/profile",
      more: "If it was you, follow the link that we sent to the new address. If not, choose a new password now: that stops the change and logs out all devices.",
      why: "You get this e-mail because this is the address of your account.",
    },
    "email-changed": {
      subject: "Your e-mail address has changed",
      title: "Your address has changed.",
      lead: (_, newEmail) =>
        `The address of your Concours account is ${newEmail} from now on. Nothing more will be sent to this one.`,
      button: "This wasn’t me",
      path: "/contact",
      more: "If you made this change, there is nothing to do. If not, press the button: it brings this address back, signs out every device and lets you choose a new password. The link works once, for seven days.",
      why: "You get this e-mail because this was the address of your account.",
    },
    "password-changed": {
      subject: "Your password has changed",
      title: "Your password has changed.",
      lead: () => "The password of your Concours account was changed, and all other devices were logged out.",
      button: "It was not me",
      path: "/forgot-password",
      more: "If it was you, there is nothing to do. If not, choose a new password now.",
      why: "You get this e-mail because this is the address of your account.",
    },
    "account-deleted": {
      subject: "Your account is deleted",
      title: "Your account is deleted.",
      lead: () =>
        "Your Concours account and your details are deleted. What you bought stays in our books without your name, as the law asks.",
      button: "Write to us",
      path: "/contact",
      more: "This is the last message about your account. If you did not want this, write to us at once.",
      why: "You get this e-mail because this was the address of your account.",
    },
  },
};

const fr: AccountWords = {
  hello: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  messages: {
    "verify-email": {
      subject: "Confirmez votre adresse e-mail",
      title: "Confirmez votre adresse e-mail.",
      lead: (email) => `Votre compte Concours est ouvert. Confirmez que l’adresse ${email} est bien la vôtre.`,
      button: "Confirmer l’adresse",
      path: "/verify-email",
      more: "Vous pouvez jouer sans cela ; les nouvelles des tirages et les offres ne vont qu’aux adresses confirmées. Le lien fonctionne une seule fois, pendant sept jours. Si vous n’avez pas ouvert de compte, ne faites rien.",
      why: "Vous recevez ce message parce qu’un compte a été ouvert avec cette adresse.",
    },
    "reset-password": {
      subject: "Choisissez un nouveau mot de passe",
      title: "Choisissez un nouveau mot de passe.",
      lead: () => "Quelqu’un, vous sans doute, a oublié le mot de passe de votre compte Concours.",
      button: "Choisir un mot de passe",
      path: "/forgot-password",
      more: "Le lien fonctionne une seule fois, pendant une heure. Ne le transmettez à personne : il ouvre votre compte. Si ce n’était pas vous, ne faites rien ; votre mot de passe ne change pas.",
      why: "Vous recevez ce message parce qu’un nouveau mot de passe a été demandé pour cette adresse.",
    },
    "change-email": {
      subject: "Confirmez votre nouvelle adresse e-mail",
      title: "Confirmez votre nouvelle adresse.",
      lead: (email) => `Vous nous avez demandé de remplacer l’adresse de votre compte Concours par ${email}.`,
      button: "Confirmer l’adresse",
      path: "/verify-email",
      more: "Le lien fonctionne une seule fois, pendant 24 heures. D’ici là, votre compte garde son ancienne adresse. Si vous n’avez rien demandé, ne faites rien.",
      why: "Vous recevez ce message parce que cette adresse a été saisie comme nouvelle adresse d’un compte.",
    },
    "sign-in": {
      subject: "Votre lien pour vous connecter à Concours",
      title: "Est-ce vous qui vous connectez ?",
      lead: () =>
        "Il y a eu trop de tentatives de connexion à votre compte Concours ; nous les avons suspendues. Si c’était vous, ce lien vous permet de vous connecter tout de suite avec votre mot de passe.",
      button: "Se connecter",
      path: "/login",
      more: "Le lien fonctionne pendant six heures, jusqu’à votre connexion. Il ne remplace pas votre mot de passe. Si ce n’était pas vous, ne faites rien : votre compte est en sécurité et vos appareils restent connectés.",
      why: "Vous recevez ce message à la suite de tentatives de connexion au compte qui utilise cette adresse.",
    },
    "email-change-asked": {
      subject: "Votre adresse e-mail va changer",
      title: "Cette demande vient-elle de vous ?",
      lead: (_, newEmail) => `Une personne connectée à votre compte Concours a demandé que son adresse devienne ${newEmail}.`,
      button: "Ce n’était pas moi",
      path: "/profile",
      more: "Si c’est vous, suivez le lien envoyé à la nouvelle adresse. Sinon, choisissez tout de suite un nouveau mot de passe : la demande sera annulée et tous les appareils seront déconnectés.",
      why: "Vous recevez ce message parce que cette adresse est celle de votre compte.",
    },
    "email-changed": {
      subject: "Votre adresse e-mail a changé",
      title: "Votre adresse a changé.",
      lead: (_, newEmail) =>
        `L’adresse de votre compte Concours est désormais ${newEmail}. Plus aucun message ne sera envoyé à celle-ci.`,
      button: "Ce n’était pas moi",
      path: "/contact",
      more: "Si ce changement vient de vous, il n’y a rien à faire. Sinon, utilisez le bouton : il rétablit cette adresse, déconnecte tous les appareils et vous fait choisir un nouveau mot de passe. Le lien fonctionne une seule fois, pendant sept jours.",
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
    "account-deleted": {
      subject: "Votre compte est supprimé",
      title: "Votre compte est supprimé.",
      lead: () =>
        "Votre compte Concours et vos coordonnées sont supprimés. Vos achats restent dans nos livres sans votre nom, comme la loi l’exige.",
      button: "Nous écrire",
      path: "/contact",
      more: "C’est le dernier message au sujet de votre compte. Si vous ne l’avez pas voulu, écrivez-nous sans attendre.",
      why: "Vous recevez ce message parce que cette adresse était celle de votre compte.",
    },
  },
};

export const ACCOUNT_WORDS: Record<Locale, AccountWords> = { en, fr };
