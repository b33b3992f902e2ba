import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { OutlinePage } from "../../../api/session.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { openPdf } from "./open-pdf.ts";
import { PdfPage } from "./pdf-page.tsx";
import { pageOf } from "./places.ts";
import type { ReportProps } from "./report-pane.tsx";
import styles from "./report-pages.module.css";

interface Props extends ReportProps {
  sessionId: string;
  pages: readonly OutlinePage[];
}

/** The pages of a PDF as printed, with the evidence highlighted. */
export default function ReportPages({ sessionId, pages, spot, asked, ...report }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const opened = useQuery({
    queryKey: ["session-pdf", sessionId],
    queryFn: ({ signal }) => openPdf(sessionId, signal),
    // The worker with the whole file is discarded with the page.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const document = opened.data;
  useEffect(() => document?.close, [document]);
  const [start, end] = [spot?.start ?? null, spot?.end ?? null];
  useEffect(() => {
    const number = start === null ? null : pageOf(pages, start);
    const page = ref.current?.querySelector(`[data-page="${number}"]`);
    const mark = page?.querySelector("[data-spot]") ?? page;
    mark?.scrollIntoView({ block: mark === page ? "start" : "center" });
  }, [pages, start, end, asked, document]);
  if (opened.isError) {
    return (
      <div className={styles.pages}>
        <ErrorPane error={opened.error} onRetry={() => void opened.refetch()} />
        <p>The text of the report is in the view “Text”.</p>
      </div>
    );
  }
  return (
    <div
      ref={ref}
      className={styles.pages}
      role="region"
      aria-label="Pages of the report"
      tabIndex={0}
    >
      {document === undefined ? <Skeleton what="the pages" lines={4} /> : null}
      {pages.map((page) => (
        <PdfPage
          key={page.number}
          page={page}
          pdf={document?.pdf ?? null}
          spot={spot}
          {...report}
        />
      ))}
    </div>
  );
}
