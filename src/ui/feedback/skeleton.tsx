/** Grey shapes in the place of what is still on its way. */
import { VisuallyHidden } from "../visually-hidden.tsx";

export function Skeleton({ className }: { className: string }) {
  return <span className={`skeleton block ${className}`} aria-hidden="true" />;
}

/** The page of one draw: picture, two lines, panel. `label` says what is loading. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <div className="detail-columns" role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div>
        <Skeleton className="bleed aspect-[16/10] rounded-none lg:rounded-card" />
        <div className="mt-3 grid grid-cols-3 gap-3">
          <Skeleton className="aspect-[16/10] rounded-thumb" />
          <Skeleton className="aspect-[16/10] rounded-thumb" />
          <Skeleton className="aspect-[16/10] rounded-thumb" />
        </div>
        <Skeleton className="mt-9 h-14 w-2/3" />
        <Skeleton className="mt-4 h-5 w-full max-w-[56ch]" />
        <Skeleton className="mt-2.5 h-5 w-4/5 max-w-[44ch]" />
      </div>
      <Skeleton className="h-[640px] rounded-panel" />
    </div>
  );
}

/** A ticket whose number is still being issued. Say in words beside the list what is awaited. */
export function TicketStubSkeleton() {
  return (
    <li className="ticket notch-y" aria-hidden="true">
      <Skeleton className="size-full rounded-none" />
      <span className="grid gap-2.5 ps-4">
        <Skeleton className="h-5 w-44 max-w-full" />
        <Skeleton className="h-4 w-28" />
      </span>
      <Skeleton className="size-6 justify-self-center rounded-md" />
    </li>
  );
}
