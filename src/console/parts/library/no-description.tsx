import { PathLink } from "../path-link.tsx";
import styles from "./library.module.css";

/** Explains where descriptions come from if the release has none. */
export function NoDescription() {
  return (
    <p className={styles.quiet}>
      The release that ships with the program has no descriptions.{" "}
      <PathLink path="/releases">Get the full release</PathLink> to read them here.
    </p>
  );
}
