import { useMemo } from "react";
import { ActorLink, type ActorRelease } from "../actors/actor-link.tsx";
import styles from "./attack-text.module.css";
import { parseAttackText, type Piece, safeUrl } from "./parse-attack-text.ts";

interface Props {
  text: string;
  release: ActorRelease;
  /** The object of the current page, which is not linked. */
  self?: string;
  /** The targets of citations, by name. */
  sources?: readonly { source_name: string; url?: string }[];
}

/** An ATT&CK description. Its links and citations work; everything else in it is plain text. */
export function AttackText({ text, release, self, sources = [] }: Props) {
  const paragraphs = useMemo(() => parseAttackText(text), [text]);
  const urls = useMemo(
    () => new Map(sources.map(({ source_name, url }) => [source_name, safeUrl(url)])),
    [sources],
  );
  return (
    <div className={styles.text}>
      {paragraphs.map((pieces, paragraph) => (
        <p key={paragraph}>
          {pieces.map((piece, index) => (
            <Shown key={index} piece={piece} urls={urls} release={release} self={self} />
          ))}
        </p>
      ))}
    </div>
  );
}

interface ShownProps {
  piece: Piece;
  urls: ReadonlyMap<string, string | null>;
  release: ActorRelease;
  self: string | undefined;
}

function Shown({ piece, urls, release, self }: ShownProps) {
  const { kind, text } = piece;
  if (kind === "code") return <code>{text}</code>;
  if (kind === "object" && piece.attackId === self) return text;
  if (kind === "object") {
    return (
      <ActorLink attackId={piece.attackId} release={release}>
        {text}
      </ActorLink>
    );
  }
  if (kind === "link") return <OutLink url={piece.url}>{text}</OutLink>;
  if (kind === "text") return text;
  const url = urls.get(text) ?? null;
  return (
    <span className={styles.citation}>
      {" ("}
      {url === null ? text : <OutLink url={url}>{text}</OutLink>})
    </span>
  );
}

/** An external link without a referrer. */
export function OutLink({ url, children }: { url: string; children: React.ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
