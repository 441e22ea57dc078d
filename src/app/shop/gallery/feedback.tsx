/** What answers, waits, or is missing. */
import { useState } from "react";
import type { Picture as StoredPicture } from "#shared/picture.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";
import { Picture } from "#ui/pictures/picture.tsx";

const missing: StoredPicture = { url: "/media/missing", width: 640, height: 400, widths: [640], placeholder: "data:," };

export function Feedback() {
  const [open, setOpen] = useState(false);
  return (
    <section className="grid grid-cols-1 gap-12">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" onClick={() => toastSuccess("Ticket number copied")}>
          Success toast
        </Button>
        <Button
          variant="outline"
          size="sm"
          onClick={() => toastError("Cette quantité n’est pas disponible actuellement", { id: "quantity" })}
        >
          Error toast, once
        </Button>
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          Dialog
        </Button>
        <Badge tone="active">Active</Badge>
        <Badge tone="completed">Completed</Badge>
        <Badge tone="cancelled">Cancelled</Badge>
        <Badge tone="draft">Draft</Badge>
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete your account?"
        description="Your live tickets stay in their draws. This cannot be undone."
        footer={
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Keep it
            </Button>
            <Button variant="danger-solid" onClick={() => setOpen(false)}>
              Delete the account
            </Button>
          </>
        }
      />
      <div className="grid gap-3 lg:grid-cols-2">
        <Note tone="success" title="The payment was received">
          Your numbers are being issued.
        </Note>
        <Note tone="warn" title="This draw used the demonstration beacon">
          It proves nothing.
        </Note>
        <Note tone="danger" title="That answer is not right">
          Nothing was charged. Four tries left this hour.
        </Note>
        <Note tone="info" title="Sales open on 1 December" />
      </div>
      <div className="grid gap-6 lg:grid-cols-3">
        <div className="shot">
          <Picture picture={missing} alt="" sizes="400px" />
        </div>
        <Panel as="div">
          <EmptyState title="No tickets yet" action={<Button size="sm">See the live draws</Button>}>
            The numbers you buy are kept here.
          </EmptyState>
        </Panel>
        <ErrorState
          level={2}
          title="Something went wrong"
          message="Failed to load lottery details"
          action={<Button>Try again</Button>}
        />
      </div>
    </section>
  );
}
