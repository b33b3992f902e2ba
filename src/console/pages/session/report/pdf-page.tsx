import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import type { OutlinePage, Span } from "../../../api/session.ts";
import { marksOn } from "./places.ts";
import styles from "./report-pages.module.css";

interface Props {
  page: OutlinePage;
  /** Null until it is open. */
  pdf: PDFDocumentProxy | null;
  passages: readonly Span[];
  chosen: readonly Span[];
  spot: Span | null;
  onPick: (at: number) => void;
}

/** One page, drawn while it is near the view, with the evidence highlighted. */
export function PdfPage({ page, pdf, passages, chosen, spot, onPick }: Props) {
  const ref = useRef<HTMLElement>(null);
  const isNear = useIsNear(ref);
  const layers = [
    { name: "evidence", passages },
    { name: "chosen", passages: chosen },
    { name: "spot", passages: spot === null ? [] : [spot] },
  ];
  return (
    <figure
      ref={ref}
      className={styles.page}
      data-page={page.number}
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
    >
      {isNear && pdf !== null ? <Canvas pdf={pdf} number={page.number} /> : null}
      {layers.map(({ name, passages: of }) =>
        marksOn(page, of).map((mark) => (
          <span
            key={`${name} ${mark.start}`}
            className={styles.mark}
            data-layer={name}
            data-spot={name === "spot" || undefined}
            style={{
              left: percent(mark.left),
              top: percent(mark.top),
              width: percent(mark.width),
              height: percent(mark.height),
            }}
            onClick={() => onPick(mark.start)}
          />
        )),
      )}
      <figcaption className={styles.number}>Page {page.number}</figcaption>
    </figure>
  );
}

const percent = (share: number) => `${share * 100}%`;

/** Draws a page at its displayed width. The drawing is removed with it, because pages need much memory. */
function Canvas({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return undefined;
    let isGone = false;
    let cancel = () => {};
    void pdf
      .getPage(number)
      .then(async (page) => {
        if (isGone) return;
        const { width } = page.getViewport({ scale: 1 });
        const shown = canvas.clientWidth * Math.min(window.devicePixelRatio, 2);
        const viewport = page.getViewport({ scale: shown / width });
        [canvas.width, canvas.height] = [viewport.width, viewport.height];
        const task = page.render({ canvas, viewport });
        cancel = () => task.cancel();
        await task.promise;
      })
      .catch(() => setHasFailed(!isGone));
    return () => {
      isGone = true;
      cancel();
    };
  }, [pdf, number]);
  return (
    <>
      <canvas ref={ref} className={styles.canvas} aria-hidden="true" />
      {hasFailed ? <p className={styles.failed}>This page cannot be drawn.</p> : null}
    </>
  );
}

/** Returns whether an element is within a screen of the view. */
function useIsNear(ref: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting === true),
      { rootMargin: "100% 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isNear;
}
