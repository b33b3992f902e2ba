import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";

/** Replaces a page that failed. The frame and the other pages still work. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <section>
      <h1>This page has failed</h1>
      <ErrorPane
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </section>
  );
}
