import { lazy, Suspense, useMemo, useState } from "react";
import type { Outline, Span } from "../../../api/session.ts";
import { localKept } from "../../../parts/browser-storage.ts";
import controls from "../../../parts/controls.module.css";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { ReportText } from "../report-text/report-text.tsx";
import { EvidenceMap } from "./evidence-map.tsx";
import { HeadingMenu } from "./heading-menu.tsx";
import { placeOnPages, placeInText } from "./places.ts";
import styles from "./report-pane.module.css";

const ReportPages = lazy(() => import("./report-pages.tsx"));
const KEY = "report-view";
type View = "text" | "pages";

export interface ReportProps {
  /** Evidence of all techniques. */
  passages: readonly Span[];
  /** Evidence of the chosen technique. */
  chosen: readonly Span[];
  /** The scroll target. */
  spot: Span | null;
  /** Increases when the same target is requested again. */
  asked: number;
  onPick: (at: number) => void;
}

interface Props extends ReportProps {
  sessionId: string;
  text: string;
  /** The outline of the text; null if unknown. */
  outline: Outline | null;
  /** Whether the report was uploaded as a file. */
  hasFile: boolean;
  /** Whether a passage of the text is being selected. */
  isSelecting: boolean;
  onShow: (span: Span) => void;
}

/** The report: its text by its outline, or the pages of its PDF, with an overview of all evidence. */
export function ReportPane(props: Props) {
  const { sessionId, text, outline, hasFile, isSelecting, onShow, ...report } = props;
  const [preferred, setPreferred] = useState<View>(() =>
    localKept.get(KEY) === "pages" ? "pages" : "text",
  );
  const hasPages = hasFile && (outline?.pages.length ?? 0) > 0;
  // Passages are located in the text.
  const view = hasPages && !isSelecting ? preferred : "text";
  const show = (next: View) => {
    localKept.set(KEY, next);
    setPreferred(next);
  };
  const place = useMemo(
    () => (view === "pages" && outline !== null ? placeOnPages(outline.pages) : placeInText(text)),
    [view, outline, text],
  );
  return (
    <div className={styles.pane}>
      <div className={styles.tools} role="toolbar" aria-label="Report">
        {hasPages ? <ViewSwitch view={view} onShow={show} /> : null}
        <HeadingMenu text={text} outline={outline} onShow={onShow} />
        {hasFile ? (
          <a className={controls.plain} href={`/api/analyze/${sessionId}/file`} download>
            Download file
          </a>
        ) : null}
      </div>
      <div className={styles.report}>
        {view === "pages" && outline !== null ? (
          <Suspense fallback={<Skeleton what="the pages" lines={8} />}>
            <ReportPages sessionId={sessionId} pages={outline.pages} {...report} />
          </Suspense>
        ) : (
          <ReportText text={text} outline={outline} {...report} />
        )}
        <EvidenceMap {...report} place={place} onShow={onShow} />
      </div>
    </div>
  );
}

const VIEWS = [
  { view: "text", name: "Text" },
  { view: "pages", name: "Pages" },
] as const;

function ViewSwitch({ view, onShow }: { view: View; onShow: (view: View) => void }) {
  return (
    <div role="group" aria-label="View of the report" className={styles.views}>
      {VIEWS.map((one) => (
        <button
          key={one.view}
          type="button"
          className={controls.button}
          aria-pressed={one.view === view}
          onClick={() => onShow(one.view)}
        >
          {one.name}
        </button>
      ))}
    </div>
  );
}
