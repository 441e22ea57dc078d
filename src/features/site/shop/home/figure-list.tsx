type Figure = { readonly id: string; readonly label: string; readonly value: string };

/** Figures with labels, under an optional sentence. */
export function FigureList({ text, figures }: { text?: string; figures: readonly Figure[] }) {
  return (
    <>
      {text && <p className="mt-4 text-muted">{text}</p>}
      <dl className="mt-6 grid grid-cols-1 border-t border-line sm:grid-cols-2">
        {figures.map(({ id, label, value }) => (
          <div key={id} className="flex flex-col-reverse justify-end gap-1 border-b border-line py-6 pe-6">
            <dt className="type-small">{label}</dt>
            <dd className="type-h2">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
