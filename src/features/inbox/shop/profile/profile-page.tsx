/** /profile: a player's tickets, details, security and limits; staff and other visitors see parts of it. */
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { DataPanel } from "#features/accounts/shop/data-panel.tsx";
import { ProfileChoices, ProfileDetails } from "#features/accounts/shop/profile-choices.tsx";
import { ProfileForm } from "#features/accounts/shop/profile-form.tsx";
import { ProfileHead, ProfileTabs, SignOutButton } from "#features/accounts/shop/profile-head.tsx";
import { ProfileEmail, ProfilePassword } from "#features/accounts/shop/profile-sign-in.tsx";
import { PublicProfile } from "#features/accounts/shop/public-profile.tsx";
import { DevicesPanel } from "#features/accounts/shop/sessions/devices-panel.tsx";
import { PasskeysPanel, SecondFactorPanel } from "#features/accounts/shop/sign-in-panels.tsx";
import { ImportedTickets } from "#features/lotteries/shop/imported-tickets.tsx";
import { DeletePanel } from "#features/orders/shop/delete-panel.tsx";
import { HistoryList } from "#features/orders/shop/history/history-list.tsx";
import { SaferPlayPanel } from "#features/player-protection/shop/safer-play-panel.tsx";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { OwnComplaints } from "../own-complaints.tsx";
import type { Route } from "./+types/profile-page.ts";
import { actOnProfile } from "./profile-actions.server.ts";
import { type ProfileView, showProfile } from "./profile-view.server.ts";

export const handle = {
  messages: ["profile", "auth"],
  failures: {
    load: "profile:loadError",
    send: {
      details: "profile:profileUpdateError",
      password: "profile:passwordUpdateError",
      email: "profile:emailUpdateError",
      choice: "profile:choiceError",
      delete: "profile:deleteError",
      "sign-out": "profile:signOutError",
    },
  },
} satisfies PageMessages & PageFailures;

const STATUS = { missing: 404, failed: 503, public: 200, full: 200 } as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const view = await showProfile(context, request);
  return data(view, { status: STATUS[view.kind] });
}

export function action({ request, context }: Route.ActionArgs) {
  return actOnProfile(context, request);
}

/** Personal, and the address may name another player. */
export const headers = privateHeaders({ hidesAddress: true });

export default function ProfilePage({ loaderData: view }: Route.ComponentProps) {
  return (
    <>
      <meta name="robots" content="noindex" />
      <Screen view={view} />
    </>
  );
}

/** The screen for the kind of view. */
function Screen({ view }: { view: ProfileView }) {
  if (view.kind === "public") return <PublicProfile name={view.name} wins={view.wins} />;
  if (view.kind === "full") return <FullProfile view={view} />;
  return <Problem kind={view.kind} />;
}

type FullView = Extract<ProfileView, { kind: "full" }>;
type Part = { view: FullView };

/** The profile for its owner and for staff, who may only read. */
function FullProfile({ view }: Part) {
  const { t } = useTranslation("profile");
  const { profile, history, isOwn, tab } = view;
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  const hasBought = history.live.length + history.past.length > 0;
  const title = isOwn ? t("title") : name;
  return (
    <div className="wrap pb-16">
      <PageHead title={tab === "tickets" ? title : `${t(`tabs.${tab}`)} – ${title}`} description={t("description")} />
      <ProfileHead name={name} since={profile.createdAt} totals={history} />
      {!isOwn && (
        <div className="mt-8 grid gap-4">
          <Note tone="info" title={t("readOnly")} action={view.logPath && <TextLink to={view.logPath}>{t("inLog")}</TextLink>} />
          {view.duplicates.length > 0 && (
            <Note tone="warn" title={t("doubles")}>
              <ul>
                {view.duplicates.map(({ id, email }) => (
                  <li key={id}>
                    <TextLink to={`/profile?uid=${id}`}>{email}</TextLink>
                  </li>
                ))}
              </ul>
            </Note>
          )}
        </div>
      )}
      <ProfileTabs tabs={view.tabs} current={tab} uid={view.uid}>
        {isOwn && (
          <div className="max-sm:hidden">
            <SignOutButton />
          </div>
        )}
      </ProfileTabs>
      <div className="mt-8">
        {tab === "tickets" && (hasBought || view.imported.length === 0) && (
          <HistoryList history={history} outcomes={view.outcomes} isOwn={isOwn} now={view.now} />
        )}
        {tab === "tickets" && <ImportedTickets draws={view.imported} isOwn={isOwn} />}
        {tab === "details" && <Details view={view} />}
        {tab === "play" && view.limits && (
          <div className="max-w-[46rem]">
            <SaferPlayPanel
              view={view.limits.view}
              spent={view.limits.spent}
              back="/profile?tab=play"
              checkedAt={view.limits.checkedAt}
            />
          </div>
        )}
        {tab === "security" && <Security view={view} />}
      </div>
      {isOwn && (
        <div className="mt-12 sm:hidden">
          <SignOutButton full />
        </div>
      )}
    </div>
  );
}

function Details({ view }: Part) {
  const { profile, isOwn } = view;
  if (!isOwn) {
    return (
      <div className="max-w-[640px]">
        <ProfileDetails profile={profile} />
      </div>
    );
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {view.isEditing ? (
        <ProfileForm profile={profile} today={view.today} backPath="/profile?tab=details" />
      ) : (
        <ProfileDetails profile={profile} editPath="/profile?tab=details&edit=1" />
      )}
      <div className="grid gap-6">
        <ProfileChoices profile={profile} isEditing={view.isEditing} isExcluded={view.limits?.view.exclusion !== undefined} />
        <OwnComplaints complaints={view.complaints} />
        <DataPanel />
      </div>
    </div>
  );
}

function Security({ view }: Part) {
  const { email } = view.profile;
  return (
    <div className="grid max-w-[880px] gap-6">
      <ProfilePassword email={email} />
      <ProfileEmail email={email} />
      <Panel as="div">
        <PanelPart>
          <SecondFactorPanel isOn={view.hasSecondFactor} />
        </PanelPart>
        <PanelPart>
          <PasskeysPanel count={view.passkeys} />
        </PanelPart>
        <PanelPart>
          <DevicesPanel devices={view.devices} />
        </PanelPart>
      </Panel>
      <DeletePanel email={email} live={view.live} now={view.now} />
    </div>
  );
}

/** No such profile, or it could not be loaded. */
function Problem({ kind }: { kind: "missing" | "failed" }) {
  const { t } = useTranslation(["profile", "common"]);
  const title = t(kind === "missing" ? "profileNotFound" : "loadError");
  return (
    <div className="wrap">
      <PageHead title={title} />
      {kind === "missing" ? (
        <ErrorState
          title={title}
          message={t("profileNotFoundText")}
          action={<LinkButton to="/">{t("common:error.home")}</LinkButton>}
        />
      ) : (
        <ErrorState
          title={title}
          message={t("loadErrorText")}
          action={<Button onClick={() => window.location.reload()}>{t("retry")}</Button>}
        />
      )}
    </div>
  );
}
