import { Link } from "@tanstack/react-router";
import { PathLink } from "../../parts/path-link.tsx";
import styles from "./home-page.module.css";

/** An introduction for new users. */
export function FirstSteps() {
  return (
    <section aria-labelledby="first-steps" className={styles.panel}>
      <h2 id="first-steps">How it works</h2>
      <ol className={styles.steps}>
        <li>
          <strong>Bring in a report</strong>
          <span>
            Drop a PDF, DOCX, HTML or text file anywhere, <Link to="/analyze">paste a text</Link>,
            or try the sample.
          </span>
        </li>
        <li>
          <strong>Review the findings</strong>
          <span>Accept or reject each technique next to the sentence that it was found in.</span>
        </li>
        <li>
          <strong>Put them to use</strong>
          <span>
            <Link to="/compare">Compare</Link> them with known groups, see them on the{" "}
            <Link to="/matrix">matrix</Link>, check your <Link to="/coverage">coverage</Link>, and
            export a PDF, STIX or a Navigator layer.
          </span>
        </li>
        <li>
          <strong>Let reports come to you</strong>
          <span>
            <PathLink path="/intake/sources">Add a feed</PathLink>, and new reports wait in the
            intake.
          </span>
        </li>
      </ol>
    </section>
  );
}
