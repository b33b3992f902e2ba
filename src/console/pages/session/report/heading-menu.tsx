import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useMemo, useState } from "react";
import type { Outline, OutlineBlock, Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";

interface Props {
  text: string;
  outline: Outline | null;
  onShow: (span: Span) => void;
}

/** A menu with more entries is not useful. */
const MAX_HEADINGS = 300;

export const LazyHeadings = lazyRouteComponent(
  () => import("./opened-headings.tsx"),
  "OpenedHeadings",
);

/** The headings of the report. Each links to its place. */
export function HeadingMenu({ text, outline, onShow }: Props) {
  const headings = useMemo(() => headingsOf(outline), [outline]);
  const [isAsked, setIsAsked] = useState(false);
  if (headings.length === 0) return null;
  const button = (
    <button
      type="button"
      className={controls.button}
      aria-haspopup="menu"
      aria-expanded={isAsked}
      onClick={() => setIsAsked(true)}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") setIsAsked(true);
      }}
    >
      Outline
    </button>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <LazyHeadings text={text} headings={headings} onShow={onShow} />
    </Suspense>
  );
}

function headingsOf(outline: Outline | null): OutlineBlock[] {
  const all = outline?.blocks.filter(({ kind }) => kind === "heading") ?? [];
  return all.slice(0, MAX_HEADINGS);
}
