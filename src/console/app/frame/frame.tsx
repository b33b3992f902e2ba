import { Link, Outlet } from "@tanstack/react-router";
import { Footer } from "./footer.tsx";
import styles from "./frame.module.css";
import { ThemeSwitch } from "./theme-switch.tsx";

const PAGES = [
  { to: "/", name: "Analyze" },
  { to: "/sessions", name: "Sessions" },
  { to: "/matrix", name: "Matrix" },
] as const;

/** What every page stands in: the pages on top, the state of the service below. */
export function Frame() {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <header className={styles.header}>
        <span className={styles.name}>tradecraft</span>
        <nav aria-label="Pages" className={styles.pages}>
          {PAGES.map(({ to, name }) => (
            <Link key={to} to={to} activeOptions={{ exact: to === "/" }} className={styles.page}>
              {name}
            </Link>
          ))}
        </nav>
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
