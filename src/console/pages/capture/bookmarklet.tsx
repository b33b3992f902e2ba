import { useCallback } from "react";
import controls from "../../parts/controls.module.css";
import styles from "./capture.module.css";
import { bookmarkletOf } from "./bookmarklet-of.ts";

/** The bookmarklet, to drag to the bookmarks. */
export function Bookmarklet() {
  // React rejects script addresses, but this link needs one.
  const address = useCallback((link: HTMLAnchorElement | null) => {
    link?.setAttribute("href", bookmarkletOf(window.location.origin));
  }, []);
  return (
    <section className={styles.part}>
      <h2>Web page</h2>
      <p>
        Drag this link to your bookmarks. Then open a report and choose the bookmark: this page
        opens and shows what it received before anything is stored.
      </p>
      <p>
        <a ref={address} className={controls.button} onClick={(event) => event.preventDefault()}>
          Send to tradecraft
        </a>
      </p>
      <p className={styles.quiet}>
        Some sites do not let other windows talk to them. For those, install the extension from the
        folder <code>extension</code> of the project.
      </p>
    </section>
  );
}
