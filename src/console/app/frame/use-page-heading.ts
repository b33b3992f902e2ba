import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

const PRODUCT = "tradecraft";
const MAX_TITLE = 120;

/**
 * The heading of a page names the document and, once another page is shown, takes the focus: screen
 * readers read it and the next Tab begins there. It may come later than its page, which is still read.
 */
export function usePageHeading(main: React.RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const page = main.current;
    if (page === null) return undefined;
    let isNew = false;
    const look = () => {
      const heading = page.querySelector("h1");
      const text = heading?.textContent.trim().slice(0, MAX_TITLE) ?? "";
      document.title = text === "" ? PRODUCT : `${text} · ${PRODUCT}`;
      if (heading === null || !isNew) return;
      isNew = false;
      focusOn(heading, page);
    };
    const observer = new MutationObserver(look);
    observer.observe(page, { childList: true, characterData: true, subtree: true });
    look();
    const unsubscribe = router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
      // The first page leaves the focus where the browser puts it.
      if (!pathChanged || fromLocation === undefined) return;
      isNew = true;
      focusOn(page, page);
      look();
    });
    return () => {
      observer.disconnect();
      unsubscribe();
    };
  }, [main, router]);
}

/** Moves the focus, but takes it from nothing that the reader has gone to meanwhile. */
function focusOn(element: HTMLElement, page: HTMLElement): void {
  const { activeElement: at } = document;
  const isWithin = at !== null && at !== page && page.contains(at);
  if (isWithin || at?.closest("[role=dialog]") != null) return;
  if (element !== page) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
