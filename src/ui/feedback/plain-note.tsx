/** Without scripts: what came of the last form, where whoever has scripts is told in a message. */
import { Note } from "./note.tsx";

export function PlainNote({ title }: { title: string }) {
  return (
    <noscript>
      <div className="mb-4">
        <Note tone="info" title={title} role="status" />
      </div>
    </noscript>
  );
}
