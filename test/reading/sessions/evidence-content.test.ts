import { describe, expect, it } from "vitest";
import { countContentWords, LEAST_WORDS } from "../../../src/reading/sessions/evidence-content.ts";

describe("evidence", () => {
  it.each([
    "the",
    "Hospitals.",
    "and then they were used by it",
    "of the network, the network and the network's",
    "die Krankenhäuser",
    "los hospitales",
    "les hôpitaux de",
    "эти больницы",
    "医院",
    "病院",
    "— … §",
    "",
  ])("of hardly any words says too little: %j", (words) => {
    expect(countContentWords(words)).toBeLessThan(LEAST_WORDS);
  });

  it.each([
    "sent phishing mails",
    "The loader wrote a registry key.",
    "Die Täter verschlüsselten alle Laufwerke.",
    "Los atacantes cifraron los discos",
    "Les attaquants ont chiffré les disques",
    "Злоумышленники зашифровали диски сервера",
    "攻击者加密了服务器上的文件",
    "攻撃者はサーバーのファイルを暗号化した",
    "ผู้โจมตีเข้ารหัสไฟล์บนเซิร์ฟเวอร์",
  ])("of some words says enough: %j", (words) => {
    expect(countContentWords(words)).toBe(LEAST_WORDS);
  });
});
