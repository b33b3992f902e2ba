import { Outlet } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useLive } from "../../parts/live/use-live.ts";
import { DropAnywhere } from "../../parts/drop/drop-anywhere.tsx";
import { keepFocus } from "./keep-focus.ts";
import { Footer } from "./footer.tsx";
import styles from "./frame.module.css";
import { SEARCH_KEYS } from "./search-keys.ts";
import { SectionPages, Sections } from "./navigation.tsx";
import { Overlays, useOverlay } from "./overlays.tsx";
import { ServiceNotice } from "./service-notice.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { usePageHeading } from "./use-page-heading.ts";

/** The layout of every page: navigation and search at the top, the state of the service at the bottom. */
export function Frame() {
  const main = useRef<HTMLElement>(null);
  const overlay = useOverlay();
  usePageHeading(main);
  useEffect(keepFocus, []);
  useLive();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <header className={styles.header}>
        <span className={styles.name}>tradecraft</span>
        <Sections />
        <div className={styles.tools}>
          <button type="button" className={styles.search} onClick={() => overlay.open("palette")}>
            <span>Go to</span> <kbd>{SEARCH_KEYS}</kbd>
          </button>
          <button
            type="button"
            className={styles.help}
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts"
            onClick={() => overlay.open("keys")}
          >
            ?
          </button>
          <ThemeSwitch />
        </div>
      </header>
      <SectionPages />
      <ServiceNotice />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      <Overlays overlay={overlay} />
      <DropAnywhere />
    </div>
  );
}
