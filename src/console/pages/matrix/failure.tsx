import { Problem } from "../../api/problem.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";

/** What failed, if anything did: the service says it in its words, the console in its own. */
export function Failure({ error }: { error: Error | null }) {
  if (error === null) return null;
  if (error instanceof Problem) return <ErrorPane error={error} />;
  return <p role="alert">{error.message}</p>;
}
