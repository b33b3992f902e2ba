/** What the team collects. */
export function LogSourcesPage() {
  return <h1>Log sources</h1>;
}
