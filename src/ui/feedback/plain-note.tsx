/** What came of a form that was sent without scripts, or before they had loaded: whoever has them is told in a message. */
import { Note } from "./note.tsx";

export function PlainNote({ title }: { title: string }) {
  return (
    <div className="mb-4">
      <Note tone="info" title={title} role="status" />
    </div>
  );
}
