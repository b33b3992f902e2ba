import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

const PRODUCT = "tradecraft";
const MAX_TITLE = 120;

/**
 * Sets the document title from the heading of a page and, after navigation, focuses it. Screen readers announce
 * it, and the next Tab begins there. The heading may appear later than its page, which may still be loading.
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
      // On the first page, the focus stays where the browser puts it.
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

/** Moves the focus unless the user has focused something in the meantime. */
function focusOn(element: HTMLElement, page: HTMLElement): void {
  const { activeElement: at } = document;
  const isWithin = at !== null && at !== page && page.contains(at);
  if (isWithin || at?.closest("[role=dialog]") != null) return;
  if (element !== page) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
