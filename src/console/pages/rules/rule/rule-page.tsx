/** One detection rule. */
export function RulePage() {
  return <h1>Rule</h1>;
}
