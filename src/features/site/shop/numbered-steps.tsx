/** Things in their order, each with a number, a heading and a sentence or two. */
export function NumberedSteps({
  steps,
}: {
  steps: readonly { readonly id: string; readonly title: string; readonly text: string }[];
}) {
  return (
    <ol className="numbered mt-6">
      {steps.map((step) => (
        <li key={step.id}>
          <h3 className="type-h3 self-center">{step.title}</h3>
          <p className="text-muted">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
