import { SHIPPED } from "../shipped.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Analysis, TechniqueResult } from "../../../src/reading/sessions/schema.ts";
import { buildIndex, loadIndex } from "../../../src/knowledge/attack/build-index.ts";
import { NO_ENTITIES } from "../../../src/reading/entities/schema.ts";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import { findHints } from "../../../src/reading/hints/find-hints.ts";
import { leadsOf } from "../../../src/reading/sessions/session-leads.ts";
import { fromSeed, type Seed } from "../../../src/knowledge/attack/seed.ts";

const ASSETS = join(import.meta.dirname, "..", "..", "..", "assets");

/** The static files, read from disk as the Worker's binding would. */
export const fileAssets = {
  readAsset: (path: string) => Promise.resolve(new Response(readFileSync(join(ASSETS, path)))),
};

/** The index of the shipped facts. */
export function seedIndex(): ReleaseIndex {
  const seed = readFileSync(
    join(ASSETS, "seed", `${SHIPPED.domain}-${SHIPPED.version}.json`),
    "utf8",
  );
  return loadIndex(buildIndex(fromSeed(JSON.parse(seed) as Seed)), 1);
}

/** Techniques spread over the release, each with the evidence given. */
export function someTechniques(
  index: ReleaseIndex,
  count: number,
  evidence: (id: string, place: number) => string,
): TechniqueResult[] {
  const all = [...index.techniques.values()];
  const step = all.length / count;
  return Array.from({ length: count }, (_, place) => {
    const technique = all[Math.floor(place * step)];
    if (technique === undefined) throw new Error(`there are no ${count} techniques`);
    return {
      attack_id: technique.attack_id,
      name: technique.name,
      tactic: technique.tactics[0] ?? "execution",
      confidence: 0.5 + (place % 50) / 100,
      evidence: evidence(technique.attack_id, place),
      evidence_start: 0,
      evidence_end: 10,
      passages: [],
      warnings: [],
      verified: place % 3 !== 2,
      replaced_from: place % 17 === 16 ? "T1086" : null,
      review_status:
        (["suggested", "accepted", "needs_evidence"] as const)[place % 3] ?? "suggested",
      origin: "analysis",
      found_as: null,
      note: "",
      changed_by: null,
      changed_at: null,
      judgement: null,
    };
  });
}

/** A completed analysis; what is not given is plain English. */
export function sampleAnalysis(
  index: ReleaseIndex,
  change: Partial<Analysis> & { techniques: TechniqueResult[] },
): Analysis {
  const ids = change.techniques.map(({ attack_id }) => attack_id);
  return {
    session_id: "8f24ddb8-cf78-48b6-a5fa-8642b70748a5",
    name: "Harbour intrusion, second wave",
    title: change.name ?? change.filename ?? "Harbour intrusion, second wave",
    tags: [],
    assignee: null,
    review_state: "draft",
    signed_by: null,
    signed_at: null,
    tlp: null,
    tlp_in_text: change.entities?.tlp?.marking ?? null,
    document_kind: null,
    note: "",
    status: "completed",
    provider: "provider_a",
    model: `embedded/${SHIPPED.domain}-${SHIPPED.version}`,
    mode: "balanced",
    min_confidence: null,
    domain: index.domain,
    version: index.version,
    filename: "harbour-intrusion.pdf",
    source_url: null,
    language: "en",
    created_at: "2026-11-21T03:44:58.780Z",
    summary: "The crew sent mail with a document, ran a script and took what it found.",
    ...leadsOf(index, { apt_hints: ["APT29", "Cozy Bear"], entities: {} }, ids),
    apt_hints: ["APT29", "Cozy Bear"],
    ...findHints(index, change.entities ?? {}, ids),
    set_aside: [],
    candidates: [],
    entities: NO_ENTITIES,
    coverage: { chars_total: 20_480, chars_analyzed: 20_480, chunks: 1 },
    warnings: [],
    rejected_techniques: [],
    usage: null,
    ...change,
  };
}

const ENGLISH =
  "The loader was written to C:\\ProgramData\\Harbour\\svc.dll and started by rundll32.exe; a scheduled task ran every twenty minutes (see https://example.org/reports/2026/harbour-intrusion?part=2) and sent what it had found to 198.51.100.7 over TLS.";
const RUSSIAN =
  "Злоумышленники разослали письма с вложением, запустили PowerShell-скрипт и закрепились в системе с помощью запланированной задачи. Ёлка — «кавычки», №5.";
const CHINESE =
  "攻击者通过鱼叉式钓鱼邮件投递恶意文档，利用PowerShell执行脚本，并通过计划任务实现持久化。随后窃取凭证，横向移动至域控制器，最终通过云存储服务外传数据（约4 GB）。";
const JAPANESE =
  "攻撃者は標的型メールを送信し、PowerShellスクリプトを実行した。その後、認証情報を窃取し、データを外部へ送信した。直・骨・角。";
const KOREAN =
  "공격자는 스피어 피싱 메일을 보내고 PowerShell 스크립트를 실행한 뒤 예약 작업으로 지속성을 확보했다.";
const ARABIC =
  "أرسل المهاجمون رسائل تصيّد موجّهة تحمل مرفقًا (invoice.docx)، ثم شغّلوا PowerShell وأنشأوا مهمة مجدولة كل 20 دقيقة، وسرّبوا 4 غيغابايت من البيانات.";
const HEBREW =
  "התוקפים שלחו הודעות דיוג (phishing) והפעילו PowerShell בגרסה 5.1, ואז גנבו 4 GB של דואר.";
const HINDI = "हमलावरों ने फ़िशिंग ईमेल भेजे और PowerShell स्क्रिप्ट चलाई।";
const THAI = "ผู้โจมตีส่งอีเมลฟิชชิ่งและเรียกใช้สคริปต์PowerShellเพื่อขโมยข้อมูลจากเครื่องของเหยื่อ";
const VIETNAMESE = "Kẻ tấn công gửi thư lừa đảo và chạy tập lệnh để đánh cắp dữ liệu người dùng.";
const GREEK = "Οι επιτιθέμενοι έστειλαν ένα έγγραφο και εκτέλεσαν ένα σενάριο.";
/** Emoji, a rare script, a control, a lone surrogate, an override of direction, a heap of marks. */
const STRANGE = `Beacon 🦝 to 👨‍👩‍👧, 🇺🇦 𐎠𐎡 \u0007bell \ud800 half, \u202Egnp.exe, a${"\u0301".repeat(60)} ↦ ①②.`;

export const TEXTS = {
  ENGLISH,
  RUSSIAN,
  CHINESE,
  JAPANESE,
  KOREAN,
  ARABIC,
  HEBREW,
  HINDI,
  THAI,
  VIETNAMESE,
  GREEK,
  STRANGE,
};

/** Analyses as they come, and as they hardly ever come. */
export function sampleAnalyses(index: ReleaseIndex) {
  const inOneLanguage = (text: string, name: string) =>
    sampleAnalysis(index, {
      name,
      summary: `${text} ${text}\n${text}`,
      techniques: someTechniques(index, 12, () => text),
    });
  const mixed = Object.values(TEXTS);
  return {
    english: sampleAnalysis(index, {
      summary: `${ENGLISH} ${ENGLISH} ${ENGLISH}`,
      techniques: someTechniques(index, 24, (id) => `${id}: ${ENGLISH}`),
      rejected_techniques: [
        { attack_id: "T9999", reason: `is not in ${SHIPPED.domain} ${SHIPPED.version}` },
      ],
      warnings: ["Both a text and a file were sent; the file was analyzed."],
    }),
    russian: inOneLanguage(RUSSIAN, "Вторая волна атак на порт"),
    chinese: inOneLanguage(CHINESE, "港口入侵事件分析报告"),
    japanese: inOneLanguage(JAPANESE, "港湾への侵入"),
    korean: inOneLanguage(KOREAN, "항만 침입 사건"),
    arabic: inOneLanguage(ARABIC, "اختراق الميناء: الموجة الثانية"),
    hebrew: inOneLanguage(HEBREW, "הפריצה לנמל"),
    mixed: sampleAnalysis(index, {
      name: null,
      filename: STRANGE,
      summary: mixed.join("\n"),
      techniques: someTechniques(index, 13, (_, place) => mixed[place % mixed.length] ?? ""),
    }),
    reviewed: reviewedAnalysis(index),
    hostile: hostileAnalysis(index),
    nothing: sampleAnalysis(index, {
      name: null,
      filename: null,
      summary: "",
      techniques: [],
      apt_hints: [],
    }),
    many: sampleAnalysis(index, {
      techniques: someTechniques(
        index,
        200,
        (id, place) => `${id} ${ENGLISH.repeat(1 + (place % 3))}`,
      ),
      apt_hints: index.groups.slice(0, 60).map(({ name }) => name),
      rejected_techniques: Array.from({ length: 60 }, (_, place) => ({
        attack_id: `T8${String(place).padStart(3, "0")}`,
        reason: `is not in ${SHIPPED.domain} ${SHIPPED.version}`,
      })),
    }),
    long: sampleAnalysis(index, {
      name: `Operation ${"Longname".repeat(30)}`.slice(0, 255),
      filename: `${"a".repeat(250)}.pdf`,
      summary: `${ENGLISH.repeat(40).slice(0, 7_000)} ${"x".repeat(3_000)}`,
      techniques: someTechniques(index, 6, (_, place) =>
        place % 2 === 0 ? ENGLISH.repeat(30) : "0123456789abcdef".repeat(190),
      ),
      warnings: ["w".repeat(3_000)],
    }),
  };
}

/** One place in the text, for what a report names. */
const PLACE = { count: 1, mentions: [{ text: "Cozy Bear", start: 0, end: 9 }] };

/** What people did to a session, and what its report names, in every way there is. */
function reviewedAnalysis(index: ReleaseIndex): Analysis {
  const people = { changed_by: "ann@example.org", changed_at: "2026-11-22T08:15:00.000Z" };
  const [confirmed, open, added, renamed, rejected, ...rest] = someTechniques(
    index,
    8,
    (id) => `${id}: ${ENGLISH}`,
  ).map((technique) => ({ ...technique, review_status: "suggested" as const }));
  if (confirmed === undefined || open === undefined || added === undefined) throw new Error("few");
  if (renamed === undefined || rejected === undefined) throw new Error("few");
  return sampleAnalysis(index, {
    tlp: "amber+strict",
    tags: ["harbour", "q4"],
    note: "Compared with our own telemetry.",
    techniques: [
      {
        ...confirmed,
        ...people,
        review_status: "accepted",
        passages: [
          { text: confirmed.evidence, start: 0, end: 10 },
          { text: "Another passage that shows the same.", start: 20, end: 56 },
        ],
      },
      { ...open, ...people, review_status: "needs_evidence", note: "Ask the responders." },
      { ...added, ...people, review_status: "accepted", origin: "analyst", changed_by: "bob" },
      {
        ...renamed,
        ...people,
        review_status: "accepted",
        origin: "analyst",
        found_as: "T1059.003",
      },
      { ...rejected, ...people, review_status: "rejected", evidence: "What nobody believes." },
      ...rest.map((technique) => ({ ...technique, warnings: ["The id contradicts its name."] })),
    ],
    set_aside: [
      {
        attack_id: "T1190",
        name: "Exploit Public-Facing Application",
        reason: "advice",
        evidence: "Patch.",
        evidence_start: 0,
        evidence_end: 6,
      },
    ],
    candidates: [
      {
        attack_id: "T1048",
        name: "Exfiltration Over Alternative Protocol",
        tactic: "exfiltration",
        confidence: 0.31,
        evidence: "It left.",
        evidence_start: 0,
        evidence_end: 8,
      },
    ],
    entities: {
      groups: [{ attack_id: "G0016", name: "APT29", ...PLACE }],
      software: [
        { attack_id: "S0154", name: "Cobalt Strike", type: "malware", ...PLACE },
        { attack_id: "S0002", name: "Mimikatz", type: "tool", ...PLACE },
      ],
      unlisted: [],
      cves: [{ id: "CVE-2021-26855", ...PLACE }],
      observables: [],
      dates: [
        { date: "2020-10-28", end: null, role: "published", ...PLACE },
        { date: "2020-05", end: "2020-07", role: "activity", ...PLACE },
      ],
      sectors: [{ name: "healthcare", ...PLACE }],
      countries: [{ code: "US", name: "United States", ...PLACE }],
      tlp: { marking: "red", ...PLACE },
    },
  });
}

/** What disguises itself, in every place that people or texts fill. */
function hostileAnalysis(index: ReleaseIndex): Analysis {
  return sampleAnalysis(index, {
    name: `Hostile ${STRANGE}`,
    filename: `\u202Efdp.${STRANGE}"\n;.pdf`,
    tlp: "red",
    tags: [STRANGE, "=cmd|'/c calc'!A1"],
    note: `${STRANGE}\n${STRANGE}`,
    source_url: "https://example.org/a(b)\\c",
    summary: `${STRANGE}\n\n${STRANGE}`,
    techniques: someTechniques(index, 3, () => STRANGE).map((technique) => ({
      ...technique,
      note: STRANGE,
      warnings: [STRANGE],
      passages: [{ text: `${STRANGE} and three words more`, start: 0, end: 9 }],
      changed_by: `ann ${STRANGE}`,
      changed_at: "2026-11-22T08:15:00.000Z",
    })),
    apt_hints: [],
    warnings: [STRANGE],
    entities: {
      ...NO_ENTITIES,
      countries: [{ code: "US", name: STRANGE, ...PLACE }],
      dates: [{ date: "2020", end: null, role: "activity", ...PLACE }],
    },
  });
}
