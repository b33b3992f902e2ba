import type { Capture } from "../../api/capture.ts";
import { PathLink } from "../../parts/path-link.tsx";
import { reportPath } from "../../parts/report-path.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";

const OUTCOMES: Readonly<Record<Capture["outcome"], string>> = {
  created: "Added to the intake:",
  completed: "The intake had a shorter text of this report. It has the whole text now:",
  known: "The intake has this report already:",
};

/** The outcome for the sent item, with its unread attachments. */
export function CaptureOutcome({ capture }: { capture: Capture }) {
  const unread = capture.attachments.filter(({ is_read: isRead }) => !isRead);
  return (
    <div role="status">
      <p>
        {OUTCOMES[capture.outcome]}{" "}
        <PathLink path={reportPath(capture.report_id)}>
          <VisibleText text={capture.title} />
        </PathLink>
      </p>
      {unread.length === 0 ? null : (
        <>
          <p>These attachments are not part of the report:</p>
          <ul>
            {unread.map(({ name, reason }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- names repeat, and the list never changes
              <li key={place}>
                <VisibleText text={name} />: <VisibleText text={reason ?? ""} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
