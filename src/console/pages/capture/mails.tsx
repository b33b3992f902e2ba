import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { useHandedFiles } from "../../parts/handed-file.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import styles from "./capture.module.css";
import { CaptureOutcome } from "./capture-outcome.tsx";
import { MailFiles } from "./mail-files.tsx";
import { type SentMail, useMails } from "./use-mails.ts";

/** Adds mails that are chosen here or were dropped on any page. */
export function Mails() {
  const { sent, isBusy, send } = useMails();
  useHandedFiles(["mail"], (files) => send(files));
  return (
    <section className={styles.part}>
      <h2>Mail</h2>
      <p>
        A mail becomes one report: its text, then the text of its attachments (PDF, DOCX, HTML,
        TXT). Choose mails here, or drop them on any page.
      </p>
      <MailFiles isBusy={isBusy} onFiles={(files) => send(files)} />
      {isBusy ? <p role="status">Adding to the intake</p> : null}
      {sent.length === 0 ? null : (
        <ul aria-label="Mails that were sent" className={styles.sent}>
          {sent.map((mail, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- names repeat
            <li key={place}>
              <Outcome mail={mail} onRetry={() => send([mail.file])} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Outcome({ mail, onRetry }: { mail: SentMail; onRetry: () => void }) {
  const { file, capture, error } = mail;
  if (capture !== null) return <CaptureOutcome capture={capture} />;
  return (
    <>
      <p>
        <VisibleText text={file.name} /> was not added:
      </p>
      <ErrorPane error={error} onRetry={onRetry} />
    </>
  );
}
