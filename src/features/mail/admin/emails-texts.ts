/** Texts of /admin/emails, which are French in every language of the interface, as the mails' own are. */
import type { MailRefusal } from "#features/accounts/rules/mail-refusal.ts";
import { type CampaignTextProblem, findRefusedIn, LONGEST_CONTENT, LONGEST_SUBJECT } from "../rules/campaign-templates.ts";
import type { CampaignState, DeliveryState, StopReason } from "../rules/campaign.ts";
import type { PlaceholderName } from "../rules/placeholders.ts";

const count = (n: number) => new Intl.NumberFormat("fr-FR").format(n).replaceAll("\u202f", "\u00a0");
/** « 1 destinataire », « 8 204 destinataires »: in French 0 and 1 are singular. */
const counted = (n: number, one: string, more: string) => `${count(n)} ${n < 2 ? one : more}`;

export const TEXTS = {
  title: "E-mails promotionnels",
  subtitle: "Rédigez, relisez, puis envoyez aux joueurs qui l’ont accepté",
  needsScripts: "La rédaction et l’envoi d’un e-mail nécessitent JavaScript.",
  count,

  template: "Modèle",
  lottery: "Tirage en cours",
  lotteryOption: (title: string, until: string) => `${title}, jusqu’au ${until}`,
  noLottery: "Aucun tirage en cours",

  recipients: "Destinataires",
  selectedOf: (selected: number, total: number) => `${count(selected)} sur ${counted(total, "compte", "comptes")}`,
  search: "Rechercher un nom ou une adresse",
  selectAll: "Tout sélectionner",
  selectFound: (n: number) => `Sélectionner ${n < 2 ? "le" : "les"} ${counted(n, "résultat joignable", "résultats joignables")}`,
  unreachable: (n: number) => counted(n, "compte ne peut pas être joint", "comptes ne peuvent pas être joints"),
  list: "Liste des destinataires",
  nobody: "Personne ne correspond à cette recherche.",
  listFailed: "Les destinataires n’ont pas pu être chargés.",
  again: "Réessayer",
  loadingMore: "Chargement…",
  refusal: {
    gone: "Compte supprimé",
    noConsent: "N’a pas accepté les e-mails promotionnels",
    notVerified: "Adresse non confirmée",
    suppressed: "S’est désabonné, ou l’adresse n’existe plus",
    topicRefused: "Ne souhaite pas ce type de message",
    resting: "Fait une pause dans le jeu",
  } satisfies Record<MailRefusal, string>,

  preview: "Aperçu",
  previewNote: (name: string) => `Tel que ${name} le recevra`,
  inEnglish: "Le français est désactivé à la page « Boutique » : rédigez cet e-mail en anglais.",
  previewStale: "L’aperçu montre le dernier texte sans erreur. Corrigez le champ signalé.",
  width: "Taille de l’aperçu",
  desktop: "Ordinateur",
  phone: "Téléphone",
  from: (name: string) => `De ${name}`,
  subject: "Objet",
  content: "Texte",
  contentHint:
    "La première ligne sert de titre. Une ligne vide sépare deux paragraphes. Le bouton, les informations du tirage et le pied de page s’ajoutent automatiquement.",
  insert: "Insérer",
  reset: "Rétablir le texte du modèle",
  placeholders: {
    firstName: "Prénom",
    lotteryTitle: "Titre du tirage",
    lotteryId: "Identifiant du tirage",
    lotteryImage: "Image du tirage",
    ticketPrice: "Prix du ticket",
    prizeValue: "Valeur du lot",
    daysUntilEnd: "Temps restant",
    activeLotteries: "Tirages en cours",
    promoCode: "Code promotionnel",
    promoExpiry: "Fin du code",
  } satisfies Record<PlaceholderName, string>,
  problem: {
    subject_missing: "Saisissez un objet.",
    content_missing: "Saisissez un texte.",
    too_long: `Au plus ${count(LONGEST_SUBJECT)} caractères pour l’objet, et ${count(LONGEST_CONTENT)} pour le texte.`,
    unknown_placeholder: "Une variable entre {{ }} n’existe pas, ou pas dans ce modèle. Choisissez-la sous « Insérer ».",
    unknown_template: "Ce modèle n’existe pas.",
    markup: "Texte brut uniquement, sans balises HTML.",
    words_pressure: (phrase) => `« ${phrase} » met les joueurs sous pression. Donnez plutôt la date de fin.`,
    words_risk: (phrase) =>
      `« ${phrase} » fait oublier qu’on peut perdre sa mise, ou en fait un remède aux dettes. Retirez ces mots.`,
    words_promise: (phrase) =>
      `« ${phrase} » promet un gain. Écrivez « pourrait gagner », et les chances sous la forme « 1 sur N ».`,
    words_chance: (phrase) => `« ${phrase} » : nos gagnants sont tirés au sort. Écrivez « tirage au sort ».`,
    words_claim: (phrase) =>
      `« ${phrase} » : personne ne nous a certifiés, et nous ne disons pas ce qui est ou non un jeu d’argent. Retirez ces mots.`,
  } satisfies Record<DraftProblem, string | ((phrase: string) => string)>,

  summaryTemplate: "Modèle",
  summaryLottery: "Tirage",
  summaryLeave: "Désabonnement",
  leave: "en un clic, ajouté automatiquement",
  summaryCode: "Code promotionnel",
  code: (percent: number, until: string) => `${percent} %, jusqu’au ${until}`,
  send: (n: number) => `Envoyer à ${counted(n, "destinataire", "destinataires")}`,
  test: "M’envoyer un test",
  testBusy: "Envoi du test…",
  testSent: (to: string) => `E-mail de test envoyé à ${to}`,
  tooManyTests: "Trop de tests d’affilée. Patientez un instant.",

  confirmTitle: (name: string) => `Envoyer « ${name} » ?`,
  confirmCounting: "Comptage des destinataires…",
  confirmCount: (n: number) =>
    `${counted(n, "personne recevra cet e-mail. Elle a accepté", "personnes recevront cet e-mail. Elles ont accepté")} d’en recevoir ; l’accord est vérifié de nouveau au moment de l’envoi.`,
  confirmRefused: (n: number) =>
    `${counted(n, "personne choisie ne peut pas être jointe", "personnes choisies ne peuvent pas être jointes")}.`,
  confirmCode: "Un nouveau code promotionnel est créé avec cet envoi.",
  confirmSend: (n: number) => `Envoyer à ${counted(n, "personne", "personnes")}`,
  sending: "Préparation de l’envoi…",

  // Source: specification, section 8.
  chooseFirst: "Veuillez sélectionner une loterie et des destinataires",
  failed: "Échec de l'envoi des emails",
  cutOff: "Échec de l'envoi des emails. La boutique est injoignable pour le moment. Tout ce que vous avez saisi est encore là.",
  recipientsCutOff: "Échec du chargement des utilisateurs. La boutique est injoignable pour le moment.",
  orderCutOff: "L’envoi n’a pas abouti. La boutique est injoignable pour le moment : rien n’est perdu.",
  reauthNeeded: "Confirmez votre mot de passe, puis renvoyez la demande",
  done: (n: number) => `Emails envoyés avec succès à ${count(n)} utilisateurs`,
  lotteryNotFound: "Loterie non trouvée",
  sentOtherwise:
    "Un premier envoi est déjà parti, avec un texte différent : il figure sous « Envois précédents ». Pour en préparer un autre, rechargez la page.",

  campaigns: "Envois précédents",
  noCampaigns: "Aucun envoi pour l’instant.",
  column: {
    mail: "E-mail",
    state: "État",
    sent: "Envoyés",
    date: "Date",
    name: "Destinataire",
    reason: "Motif",
    choice: "Décision",
  },
  sentOf: (sent: number, total: number) => `${count(sent)} sur ${count(total)}`,
  state: {
    draft: "En préparation",
    sending: "Envoi en cours",
    paused: "En pause",
    cancelled: "Annulé",
    done: "Terminé",
  } satisfies Record<CampaignState, string>,

  back: "Tous les envois",
  progress: "Avancement",
  progressOf: (done: number, total: number) => `${count(done)} sur ${counted(total, "message traité", "messages traités")}`,
  stopped: {
    draw_cancelled: { title: "Arrêté automatiquement : tirage annulé", text: "Le reste des messages n’a plus d’objet." },
    draw_over: { title: "Arrêté automatiquement : ventes terminées", text: "On ne peut plus acheter de tickets pour ce tirage." },
    sold_out: { title: "Arrêté automatiquement : tirage complet", text: "Tous les tickets de ce tirage sont vendus." },
    draw_gone: { title: "Arrêté automatiquement : tirage supprimé", text: "Le reste des messages n’a plus d’objet." },
    code_over: { title: "Arrêté automatiquement : code expiré", text: "Le code promotionnel de cet envoi n’est plus valable." },
    starter_gone: {
      title: "Suspendu automatiquement",
      text: "La personne qui a lancé cet envoi n’en a plus le droit. Relisez-le, puis reprenez-le ou annulez-le.",
    },
    unwritten: {
      title: "Suspendu automatiquement",
      text: "Le message n’a pas pu être mis en page. Faites-le examiner par un développeur, puis reprenez l’envoi ou annulez-le.",
    },
  } satisfies Record<StopReason, { title: string; text: string }>,
  start: "Commencer l’envoi",
  pause: "Mettre en pause",
  resume: "Reprendre",
  cancel: "Annuler l’envoi",
  cancelTitle: "Annuler cet envoi ?",
  cancelNote: (left: number) =>
    `${counted(left, "message qui attend ne partira pas", "messages qui attendent ne partiront pas")}. Les messages déjà partis ne peuvent pas être rappelés.`,
  changed: {
    start: "L’envoi commence.",
    pause: "L’envoi est en pause.",
    resume: "L’envoi reprend.",
    cancel: "L’envoi est annulé.",
  },
  wrongState: "L’état de cet envoi a changé entre-temps. Rechargez la page.",
  notFound: "Envoi introuvable",
  message: "Message",

  report: "Rapport de distribution",
  delivery: {
    queued: "En attente",
    sending: "En cours",
    sent: "Envoyés",
    failed: "En échec",
    suppressed: "Non envoyés",
    unknown: "Incertains",
    cancelled: "Annulés",
  } satisfies Record<DeliveryState, string>,
  noDeliveries: "Aucun message dans cet état.",
  unknownNote:
    "Une panne nous a privés de la réponse du serveur : ces messages sont peut-être arrivés. Si vous les renvoyez, ils gardent le même identifiant, et la plupart des messageries n’en affichent qu’un.",
  resend: "Renvoyer",
  resendAll: "Tout renvoyer",
  leaveIt: "Ne pas renvoyer",
  leaveAll: "Ne rien renvoyer",
  settled: (n: number) => `${counted(n, "message traité", "messages traités")}.`,
  left: "Non renvoyé",
} as const;

type DraftProblem = CampaignTextProblem | "unknown_template" | "markup";

/** The sentence about a problem of the text, with the refused phrase. */
export function sayProblem(problem: DraftProblem, draft: { subject: string; content: string }): string {
  const text = TEXTS.problem[problem];
  if (typeof text === "string") return text;
  return text(findRefusedIn(draft)?.phrase ?? "");
}
