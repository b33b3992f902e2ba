import type { Setting } from "../../../api/settings.ts";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../admin.module.css";
import { describeValue } from "./words.ts";

/** Settings about one thing; folded unless one of them is set. */
export function SettingTable({ name, settings }: { name: string; settings: Setting[] }) {
  const set = settings.filter(({ is_set: isSet }) => isSet).length;
  return (
    <details className={styles.fold} open={set > 0}>
      <summary>
        {name}{" "}
        <span className={styles.quiet}>
          {set === 0
            ? `${settings.length} settings, all by default`
            : `${set} of ${settings.length} set`}
        </span>
      </summary>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">In effect</th>
            <th scope="col" className={styles.wide}>
              Default
            </th>
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <Row key={setting.name} setting={setting} />
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Row({ setting }: { setting: Setting }) {
  const { name, meaning, value, is_set: isSet, is_secret: isSecret } = setting;
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <span className={styles.code}>{name}</span>
        {isSet ? <span className={styles.set}>Set</span> : null}
        <span className={styles.below}>{meaning}</span>
      </th>
      <td className={styles.text}>
        {isSecret ? (
          isSet ? (
            "Set, never shown"
          ) : (
            "Not set"
          )
        ) : (
          <VisibleText text={describeValue(setting, value)} />
        )}
      </td>
      <td className={`${styles.text} ${styles.wide}`}>
        <VisibleText text={describeValue(setting, setting.default)} />
      </td>
    </tr>
  );
}
