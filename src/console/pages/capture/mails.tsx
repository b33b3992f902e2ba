import { counted } from "../../parts/counted.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { useHandedFiles } from "../../parts/handed-file.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import styles from "./capture.module.css";
import { CaptureOutcome } from "./capture-outcome.tsx";
import { MailFiles } from "./mail-files.tsx";
import type { Progress } from "./send-in-turn.ts";
import { type SentMail, useMails } from "./use-mails.ts";

/** Adds emails chosen here or dropped on any page. */
export function Mails() {
  const { sent, progress, send } = useMails();
  useHandedFiles(["mail"], (files) => send(files));
  return (
    <section className={styles.part}>
      <h2>Email</h2>
      <p>
        An email becomes one report: its text, then the text of its attachments (PDF, DOCX, HTML,
        TXT). Choose emails here, or drop them on any page.
      </p>
      <MailFiles isBusy={progress !== null} onFiles={(files) => send(files)} />
      {progress === null ? null : <p role="status">{describeProgress(progress)}</p>}
      {sent.length === 0 ? null : (
        <ul aria-label="Emails that were sent" className={styles.sent}>
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

function describeProgress({ left, seconds }: Progress): string {
  if (seconds === 0) return `Adding to the intake: ${counted(left, "email")} left`;
  return `The service accepts no more emails this minute. Keep this page open: the other ${counted(left, "email")} follow in ${counted(seconds, "second")}.`;
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
