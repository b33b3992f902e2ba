import type { SourcePreview } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatDay } from "../../../parts/when.ts";
import { describeCredentials, describeOrigin, KINDS } from "../kinds.ts";
import styles from "../sources.module.css";

interface Props {
  preview: SourcePreview;
  /** Previews another source that was found with it. */
  onOther: (url: string) => void;
}

/** A source before it is added: its kind, its address, and its first items. */
export function PreviewedSource({ preview, onOther }: Props) {
  const { kind, title, url, items, item_count: count, others } = preview;
  const { name, noun, others: otherNoun } = KINDS[kind];
  return (
    <div className={styles.part}>
      <h2>
        <bdi>
          <VisibleText text={title ?? `A ${noun} without a title`} />
        </bdi>
      </h2>
      <p className={styles.below}>
        <VisibleText text={url} />
      </p>
      <p className={styles.quiet}>
        {describeOrigin(preview)} {describeCount(count, items.length)}
      </p>
      {kind === "rss" ? null : (
        <p className={styles.quiet}>
          {name}. Credentials: {describeCredentials(preview.has_credentials)}
        </p>
      )}
      <ol className={styles.items} aria-label={`First items of the ${noun}`}>
        {items.map((item, index) => (
          // Items may have the same title and no address.
          <li key={index}>
            <bdi>
              <VisibleText text={item.title} />
            </bdi>
            <span className={styles.below}>
              {[formatDay(item.published_at), item.url].filter(Boolean).map((part, at) => (
                <span key={part}>
                  {at > 0 ? " · " : ""}
                  <VisibleText text={part ?? ""} />
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {others.length === 0 ? null : (
        <p className={styles.line}>
          <span className={styles.quiet}>{otherNoun}</span>
          {others.map((other) => (
            <button
              key={other.url}
              type="button"
              className={controls.button}
              title={other.url}
              onClick={() => onOther(other.url)}
            >
              <VisibleText text={other.title ?? other.url} />
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

/** @param shown how many items are listed below it */
function describeCount(count: number | null, shown: number): string {
  if (count === null) return shown === 0 ? "" : "Its first items:";
  if (count === 0) return "It contains no item at the moment.";
  if (count === 1) return "It contains one item.";
  return count <= 5 ? `It contains ${count} items.` : `It contains ${count} items. The first 5:`;
}
