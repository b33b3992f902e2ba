import { useMutation, useQueryClient } from "@tanstack/react-query";
import { capturePage } from "../../api/capture.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Page } from "../../parts/page/page.tsx";
import { useMayChange } from "../../parts/use-may-change.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { Bookmarklet } from "./bookmarklet.tsx";
import styles from "./capture.module.css";
import { CaptureOutcome } from "./capture-outcome.tsx";
import { Mails } from "./mails.tsx";
import { type SentPage, useSentPage } from "./use-sent-page.ts";

/** Adds content from elsewhere: a page from the bookmarklet, or an email. */
export function CapturePage() {
  const mayChange = useMayChange();
  const sent = useSentPage();
  return (
    <Page
      title="Capture"
      lead="Send pages and emails to the intake from where you read them, also those behind a login. They are pending until someone decides on them."
    >
      {mayChange ? (
        <>
          {sent === null ? null : <Received key={sent.url} sent={sent} />}
          <Mails />
          <Bookmarklet />
        </>
      ) : (
        <p className={styles.quiet}>You have read-only access. Ask an analyst to do this.</p>
      )}
    </Page>
  );
}

/** A received page before it is stored. */
function Received({ sent: { url, title, html } }: { sent: SentPage }) {
  const queries = useQueryClient();
  const capture = useMutation({
    mutationFn: () => capturePage({ url, html }),
    onSuccess: async () => await queries.invalidateQueries({ queryKey: ["intake"] }),
  });
  return (
    <section aria-label="Received page" className={styles.part}>
      <h2>
        <VisibleText text={title === "" ? url : title} />
      </h2>
      <p className={styles.quiet}>
        <VisibleText text={url} />
      </p>
      {capture.data === undefined ? (
        <p>
          <button
            autoFocus
            type="button"
            className={controls.primary}
            disabled={capture.isPending}
            onClick={() => capture.mutate()}
          >
            Add to the intake
          </button>
        </p>
      ) : (
        <CaptureOutcome capture={capture.data} />
      )}
      {capture.isError ? <ErrorPane error={capture.error} /> : null}
    </section>
  );
}
