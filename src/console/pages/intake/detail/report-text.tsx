import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type IntakeReport, intakeTextQuery } from "../../../api/intake.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "./detail.module.css";
import { markNames, nameFinder } from "./mark-names.ts";

/** The characters shown before the user expands the rest. */
const FIRST_CHARS = 20_000;

/** The collected text of a report with its names highlighted, and its summary if the text lacks it. */
export function ReportText({ report }: { report: IntakeReport }) {
  const [isWhole, setIsWhole] = useState(false);
  const text = useQuery(intakeTextQuery(report.id));
  const finder = nameFinder(report.why);
  if (text.isPending) return <Skeleton what="the text" lines={8} />;
  if (text.isError) return <ErrorPane error={text.error} onRetry={() => void text.refetch()} />;
  const all = text.data;
  const isCut = !isWhole && all.length > FIRST_CHARS;
  const summary = hasSummary(all, report.summary) ? "" : report.summary;
  return (
    <>
      {summary === "" ? null : (
        <section aria-label="Summary" className={styles.summary}>
          <Lines text={summary} finder={finder} />
        </section>
      )}
      <section aria-label="Text" className={styles.text}>
        {all.trim() === "" && summary === "" ? (
          <p className={styles.quiet}>
            No text was collected. Promote the report and fetch the linked article to analyze it.
          </p>
        ) : (
          <Lines text={isCut ? all.slice(0, FIRST_CHARS) : all} finder={finder} />
        )}
        {isCut ? (
          <button type="button" className={controls.button} onClick={() => setIsWhole(true)}>
            Show all {all.length} characters
          </button>
        ) : null}
      </section>
    </>
  );
}

function Lines({ text, finder }: { text: string; finder: RegExp | null }) {
  const lines = text.split(/\r?\n/u).map((line) => line.replaceAll("\t", " ").trim());
  return lines.map((line, index) =>
    line === "" ? null : (
      // A line has no identity but its position.
      <p key={index}>
        {markNames(line, finder).map(({ text: part, isName }, place) =>
          isName ? (
            <mark key={place} className={styles.name}>
              <VisibleText text={part} />
            </mark>
          ) : (
            <VisibleText key={place} text={part} />
          ),
        )}
      </p>
    ),
  );
}

/** Returns whether the text begins with the summary, which the service shortens. */
function hasSummary(text: string, summary: string): boolean {
  const words = (given: string) => given.replace(/\s+/gu, " ").trim();
  return words(text).includes(words(summary.replace(/…$/u, "")));
}
