import { useTranslation } from "react-i18next";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { Laptop, Smartphone, Terminal } from "#ui/icons.ts";
import type { SignedInDevice } from "../../rules/sign-in/device-name.ts";

const HANDHELD = new Set(["iPhone", "iPad", "Android"]);

/** Signed-in devices, with buttons that end their sessions. */
export function DevicesPanel({ devices }: { devices: readonly SignedInDevice[] }) {
  const { t } = useTranslation("auth");
  const isOnlyDevice = devices.length < 2;
  return (
    <section aria-labelledby="devices-title" className="grid gap-5">
      <div className="grid gap-2">
        <h2 id="devices-title" className="type-h3">
          {t("devices.title")}
        </h2>
        <p className="text-muted">{isOnlyDevice ? t("devices.none") : t("devices.lead")}</p>
      </div>
      <ul className="grid">
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
      {!isOnlyDevice && (
        <EndForm name="others" value="all">
          {t("devices.endOthers")}
        </EndForm>
      )}
    </section>
  );
}

function Device({ device }: { device: SignedInDevice }) {
  const { t } = useTranslation("auth");
  const { date } = useFormat();
  const { browser, system, isProgram, isCurrent } = device;
  const DeviceIcon = HANDHELD.has(system ?? "") ? Smartphone : Laptop;
  const Icon = isProgram && !browser ? Terminal : DeviceIcon;
  const name =
    isProgram && !browser
      ? t("devices.program")
      : t("devices.on", {
          browser: browser ?? t("devices.unknownBrowser"),
          system: system ?? t("devices.unknownSystem"),
        });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-4 first:border-t-0 first:pt-0">
      <Icon size={22} strokeWidth={1.5} className="flex-none text-muted" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-[520]">
          {name}
          {isCurrent && <Badge tone="active">{t("devices.current")}</Badge>}
        </p>
        <p className="type-small text-muted">
          {t("devices.lastSeen", { when: date(device.lastUsedOn) })} · {t("devices.since", { when: date(device.signedInOn) })}
        </p>
      </div>
      {!isCurrent && (
        <EndForm name="id" value={device.id} label={t("devices.endName", { device: name })}>
          {t("devices.end")}
        </EndForm>
      )}
    </li>
  );
}

/** A button that ends a session (`id`) or all others (`others`). */
function EndForm({ name, value, label, children }: { name: string; value: string; label?: string; children: string }) {
  const { t } = useTranslation("auth");
  // An intent for each form, so that only its own button is busy.
  const { Form, isBusy } = useSubmission({ intent: value, navigates: true });
  return (
    <ShopFormFrame form={{ Form, intent: value }} fields={{ [name]: value }} action="/devices" preventScrollReset>
      <Button type="submit" variant="outline" size="sm" busy={isBusy} busyLabel={t("devices.busy")} aria-label={label}>
        {children}
      </Button>
    </ShopFormFrame>
  );
}
