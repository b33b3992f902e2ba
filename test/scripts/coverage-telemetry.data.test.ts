import { expect, it } from "vitest";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { cover, detections, rules } from "../support/shipped-coverage.ts";

describeWithData("the rules of SigmaHQ and the log sources of ATT&CK", ["sigma/INDEX.json"], () => {
  const all = rules(3517);

  it("meet, but for what ATT&CK has no name for", () => {
    const { unmapped } = cover(all, []);
    const count = unmapped.reduce((sum, { rule_count: own }) => sum + own, 0);
    // 4 % of the rules; what comes more often than ten times has no counterpart in ATT&CK.
    expect(count).toBe(131);
    // Keywords in any log of Windows.
    expect(unmapped).toContainEqual(count10("product=windows", 1));
    expect(unmapped.filter(({ rule_count: own }) => own > 10)).toEqual([
      count10("category=application,product=opencanary", 23),
      count10("category=application,product=rpc_firewall", 15),
      count10("product=bitbucket,service=audit", 13),
      count10("product=cisco,service=aaa", 11),
    ]);
  });

  it("are all collected by everything that the release and Windows name, and Sigma's names", () => {
    const { unmapped } = cover(all, []);
    const released = detections.analytics.flatMap(({ log_sources: own }) =>
      own.map(({ name }) => name),
    );
    const listed = detections.components.flatMap(({ log_sources: own }) =>
      own.map(({ name }) => name),
    );
    const others = unmapped.flatMap(({ log_source: name }) => name ?? []);
    const covered = cover(all, [...new Set([...released, ...listed, ...others])]);
    expect(covered.unmapped).toEqual([]);
    expect(covered.summary.rule_without_data).toBe(0);
    const named = new Set(all.flatMap(({ techniques }) => techniques));
    expect(covered.summary.detected).toBe(named.size);
  });

  it("count for the techniques that their tags name", () => {
    const { techniques } = cover(all, []);
    const counts = new Map<string, number>();
    for (const { techniques: own } of all) {
      for (const id of new Set(own)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const wrong = techniques.filter(
      ({ attack_id: id, rule_count: count }) => count !== (counts.get(id) ?? 0),
    );
    expect(wrong).toEqual([]);
  });
});

const count10 = (words: string, own: number) => ({
  log_source: `sigma:${words}`,
  rule_count: own,
  enabled_count: own,
});
