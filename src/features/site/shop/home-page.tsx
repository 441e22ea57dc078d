/** Home. */
export default function HomePage() {
  return <h1>Concours</h1>;
}
