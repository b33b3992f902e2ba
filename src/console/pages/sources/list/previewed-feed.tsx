import type { SourcePreview } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatDay } from "../../../parts/when.ts";
import styles from "../sources.module.css";

const FOUND: Record<SourcePreview["origin"], string> = {
  address: "This address is a feed.",
  linked: "The page links this feed.",
  usual_path: "This feed is at a usual address of the site.",
};

interface Props {
  preview: SourcePreview;
  /** Looks at another feed of the page. */
  onOther: (url: string) => void;
}

/** A feed before it is a source: where it is, and its first items. */
export function PreviewedFeed({ preview, onOther }: Props) {
  const { title, url, origin, items, item_count: count, others } = preview;
  return (
    <div className={styles.part}>
      <h2>
        <bdi>
          <VisibleText text={title ?? "A feed without a title"} />
        </bdi>
      </h2>
      <p className={styles.below}>
        <VisibleText text={url} />
      </p>
      <p className={styles.quiet}>
        {FOUND[origin]} {describeCount(count)}
      </p>
      <ol className={styles.items} aria-label="First items of the feed">
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
          <span className={styles.quiet}>Other feeds of the page:</span>
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

function describeCount(count: number): string {
  if (count === 0) return "It contains no item at the moment.";
  if (count === 1) return "It contains one item.";
  return count <= 5 ? `It contains ${count} items.` : `It contains ${count} items. The first 5:`;
}
