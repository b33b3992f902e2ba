import { Problem } from "../../api/problem.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";

/** The failure, if any, in the words of the service or the console. */
export function Failure({ error }: { error: Error | null }) {
  if (error === null) return null;
  if (error instanceof Problem) return <ErrorPane error={error} />;
  return <p role="alert">{error.message}</p>;
}
