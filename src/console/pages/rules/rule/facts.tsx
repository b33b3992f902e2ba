import { Link } from "@tanstack/react-router";
import type { Rule } from "../../../api/rules.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import known from "../../../parts/facts.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "../rules.module.css";
import { LANGUAGE_NAMES } from "../../../parts/rule-names.ts";
import { levelName, sourceOf } from "../words.ts";

/** A rule's description, including its author and license. */
export function Facts({ rule }: { rule: Rule }) {
  const { header, techniques, language, domain, release, created_by: by, created_at: at } = rule;
  return (
    <section aria-label="What is known of the rule">
      <dl className={known.facts}>
        <Fact name="Language">{LANGUAGE_NAMES[language]}</Fact>
        <Text name="Author" text={header?.author} />
        <Text name="License" text={header?.license} />
        <Text name="Level" text={levelName(header?.level)} />
        <Text name="Status" text={header?.status} />
        <Fact name="Techniques">
          {techniques.length === 0 ? "None named" : null}
          {techniques.map((id) => (
            <span key={id}>
              <AttackLink id={id} domain={domain} version={release} />{" "}
            </span>
          ))}
          {techniques.length === 0 ? null : (
            <Link
              to="/coverage"
              search={{ technique_ids: techniques.join(","), domain, version: release }}
            >
              Coverage
            </Link>
          )}
        </Fact>
        <Text name="Log source" text={sourceOf(rule)} />
        <Text name="Description" text={header?.description} />
        <Text name="Date" text={header?.date} />
        <Text name="Modified" text={header?.modified} />
        <Text name="Rule ID" text={rule.known_as} />
        <Text name="File" text={header?.path} />
        <Fact name="Stored">
          by {by}, {formatTime(at)}
        </Fact>
        {header === null || header.references.length === 0 ? null : (
          <Fact name="References">
            {header.references.map((reference) => (
              <span key={reference} className={styles.below}>
                <Reference text={reference} />
              </span>
            ))}
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A text of the rule; nothing if it has none. */
function Text({ name, text }: { name: string; text: string | null | undefined }) {
  if (text == null || text === "") return null;
  return (
    <Fact name={name}>
      <bdi>
        <VisibleText text={text.replaceAll(/\s+/gu, " ")} />
      </bdi>
    </Fact>
  );
}

/** Only web addresses become links. */
function Reference({ text }: { text: string }) {
  const shown = <VisibleText text={text} />;
  if (!/^https?:\/\//iu.test(text)) return shown;
  return (
    <a href={text} target="_blank" rel="noreferrer">
      {shown}
    </a>
  );
}
