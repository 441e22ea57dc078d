function Skeleton({ className }: { className: string }) {
  return <span className={`skeleton block ${className}`} aria-hidden="true" />;
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
