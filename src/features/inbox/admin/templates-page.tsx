/** /admin/messages/templates: the templates of answers. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, permitted, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { hasBothLanguages, isInUse } from "#shared/language/own-languages.ts";
import { AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { DialogButton, useDialogSubject } from "#ui/feedback/dialog-button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type FormReply, replyTo } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { BackLink } from "#ui/text/text-link.tsx";
import { type AnswerTemplate, LONGEST_ENTRY, LONGEST_TEMPLATE_NAME, TEMPLATE_PLACEHOLDERS } from "../rules/conversation.ts";
import { deleteTemplate, listTemplates, saveTemplate, type TemplateProblem } from "../server/conversations/templates.ts";
import type { Route } from "./+types/templates-page.ts";

export const handle = {
  messages: ["admin-inbox"],
  failures: { load: "admin:notLoaded.inbox", send: "admin-inbox:templates.errors.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  return data({ templates: permitted(await listTemplates(ctx, actor)).value });
}

/** `id`: of the template; "" for a new one. */
const schema = z.object({
  ...{ intent: z.enum(["save", "delete"]), id: typedText, name: typedText, text: typedText, textFr: typedText },
});

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/messages/templates");
  const { intent, ...template } = submission.value;
  const call = { ctx, request, form };
  if (intent === "delete") {
    const deleted = await runAction(call, deleteTemplate(ctx, actor, template.id), "a template could not be deleted");
    return replyTo(submission, deleted, { status: STATUS });
  }
  const saved = await runAction(call, saveTemplate(ctx, actor, template), "a template could not be saved");
  return replyTo(submission, saved, { status: STATUS });
}

const STATUS = { failed: 503, not_found: 404, invalid: 422 } as const;

type Reply = FormReply<"save" | "delete", TemplateProblem | "not_found" | "failed">;

/** The placeholders as they are typed. */
const PLACEHOLDER_LIST = TEMPLATE_PLACEHOLDERS.map((name) => `{{${name}}}`).join(", ");

export default function TemplatesPage({ loaderData: { templates } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-inbox");
  const say = useSay();
  const [templateToDelete, setTemplateToDelete] = useDialogSubject("delete", (id) => templates.find((each) => each.id === id));
  return (
    <AdminPage
      title={t("templates.title")}
      subtitle={t("templates.lead", { list: PLACEHOLDER_LIST })}
      above={<BackLink to="/admin/messages">{t("templates.back")}</BackLink>}
      done={({ intent }: Reply) => t(`templates.said.${intent}`)}
    >
      <div className="grid gap-4">
        {templates.length === 0 && <p className="admin-note">{t("templates.none")}</p>}
        {templates.map((template) => (
          <Template key={template.id} template={template} onDelete={setTemplateToDelete} />
        ))}
        <Allowed right="messages.write">
          {/* Empty again after a save. */}
          <Disclosure key={templates.length} title={t("templates.new")}>
            <TemplateForm template={undefined} />
          </Disclosure>
        </Allowed>
      </div>
      <ConfirmDialog<Reply>
        open={templateToDelete !== undefined}
        onClose={() => setTemplateToDelete(undefined)}
        intent="delete"
        fields={{ id: templateToDelete?.id ?? "" }}
        title={t("templates.deleteTitle")}
        description={t("templates.deleteText")}
        confirmLabel={t("templates.delete")}
        done={() => t("templates.said.delete")}
        say={say}
      />
    </AdminPage>
  );
}

type TemplateProps = { template: AnswerTemplate; onDelete: (template: AnswerTemplate) => void };

function Template({ template, onDelete }: TemplateProps) {
  const { t } = useTranslation("admin-inbox");
  return (
    <Disclosure title={template.name}>
      <div className="grid gap-4">
        <p className="max-w-[72ch] whitespace-pre-wrap text-muted wrap-anywhere" lang={isInUse("en") ? "en" : "fr"}>
          {isInUse("en") ? template.text : (template.textFr ?? template.text)}
        </p>
        <Allowed right="messages.write">
          <TemplateForm template={template} />
          <DialogButton
            dialog={`delete:${template.id}`}
            variant="danger"
            size="sm"
            className="justify-self-start"
            onOpen={() => onDelete(template)}
          >
            {t("templates.delete")}
          </DialogButton>
        </Allowed>
      </div>
    </Disclosure>
  );
}

function useSay() {
  const { t } = useTranslation("admin-inbox");
  return (code: keyof typeof ERRORS) => t(ERRORS[code], { list: PLACEHOLDER_LIST });
}
const ERRORS = {
  no_name: "templates.errors.no_name",
  no_text: "templates.errors.no_text",
  too_long: "templates.errors.too_long",
  unknown_placeholder: "templates.errors.unknown_placeholder",
  not_found: "templates.errors.not_found",
  failed: "templates.errors.failed",
} as const;

function TemplateForm({ template }: { template: AnswerTemplate | undefined }) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const id = template?.id ?? "";
  const form = useShopForm<Reply>({
    intent: "save",
    isMine: (reply) => reply.refused?.initialValue?.["id"] === id,
    say: useSay(),
    onDone: () => toastSuccess(t("templates.said.save")),
  });
  const part = (name: string) => ({ id: `${name}-${id || "new"}` });
  return (
    <ShopFormFrame form={form} fields={{ id }} className="grid max-w-[46rem] gap-4">
      <TypedGuard isUnsaved={form.isRefused} />
      <FormProblem form={form} />
      <TextField
        {...form.field("name", template?.name)}
        {...part("name")}
        label={t("templates.name")}
        maxLength={LONGEST_TEMPLATE_NAME}
        autoComplete="off"
      />
      {isInUse("en") && (
        <TextArea
          {...form.field("text", template?.text)}
          {...part("text")}
          label={t("templates.text")}
          rows={8}
          lang="en"
          maxLength={LONGEST_ENTRY.answer}
        />
      )}
      {isInUse("fr") && (
        <TextArea
          {...form.field("textFr", template?.textFr ?? (isInUse("en") ? undefined : template?.text))}
          {...part("textFr")}
          label={t("templates.textFr")}
          hint={hasBothLanguages() ? t("templates.textFrHint") : undefined}
          rows={8}
          lang="fr"
          maxLength={LONGEST_ENTRY.answer}
        />
      )}
      <Button
        type="submit"
        variant="outline"
        size="sm"
        className="justify-self-start"
        busy={form.isBusy}
        busyLabel={t("admin:kit.saving")}
      >
        {t("templates.save")}
      </Button>
    </ShopFormFrame>
  );
}
