"""Trains the encoder of sentences on what write-rows.ts wrote. Usage: train_encoder.py ROWS_FOLDER OUT [--fold N] [--epochs N]"""
import argparse, json, math, random
import numpy as np, torch
from torch import nn
from torch.nn import functional as F

ap = argparse.ArgumentParser()
ap.add_argument("rows"); ap.add_argument("out")
ap.add_argument("--fold", type=int, default=-1)
ap.add_argument("--epochs", type=int, default=6)
ap.add_argument("--hidden", type=int, default=96)
ap.add_argument("--layers", type=int, default=2)
ap.add_argument("--kernel", type=int, default=5)
ap.add_argument("--tune", type=float, default=0.0)
ap.add_argument("--lr", type=float, default=2e-3)
ap.add_argument("--drop", type=float, default=0.2)
ap.add_argument("--worddrop", type=float, default=0.15)
ap.add_argument("--seed", type=int, default=1)
ap.add_argument("--ce", type=float, default=0.5)
ap.add_argument("--skip", default="")
ap.add_argument("--threads", type=int, default=1)
A = ap.parse_args()
torch.manual_seed(A.seed); random.seed(A.seed); np.random.seed(A.seed)
torch.set_num_threads(A.threads)
head = json.load(open(A.rows + "/head.json"))
C = len(head["techniques"]) + 1
parents = [0] + head["parents"]
SB, NS, D = head["stemBase"], head["stems"], head["size"]
vec = np.fromfile(A.rows + "/vectors.f32", dtype=np.float32).reshape(NS, D)
vec = vec / (np.sqrt((vec ** 2).mean()) + 1e-9)
rows = [json.loads(l) for l in open(A.rows + "/rows.jsonl")]
skip = set(A.skip.split(",")) if A.skip else set()
train = [r for r in rows if r["k"] not in ("gold",) and r["k"] not in skip and not (A.fold >= 0 and (r["h"] >> A.fold) & 1)]
gold = [r for r in rows if r["k"] == "gold"]
held = [r for r in rows if r["k"] == "dense" and A.fold >= 0 and (r["h"] >> A.fold) & 1]
members = {}
for c in range(1, C): members.setdefault(parents[c], []).append(c)
tramclasses = sorted({c for r in rows if r["k"] in ("tram", "span") for c in r["y"] if c} | {c for r in rows for c in r.get("m", [])})
notram = torch.ones(C); notram[tramclasses] = 0
W = {"procedure": 1, "own": 1, "definition": .4, "background": .4, "guidance": .6, "tram": 1, "span": 1, "dense": 1.5, "pair": 1.2, "labelled": 1}

class Encoder(nn.Module):
    def __init__(s, H):
        super().__init__()
        s.words = nn.Embedding(SB, D); nn.init.normal_(s.words.weight, std=.5)
        s.stems = nn.Embedding(NS, D); s.stems.weight.data = torch.tensor(vec) * .5
        s.stems.weight.requires_grad = A.tune > 0
        s.proj = nn.Linear(D, H)
        s.depth = nn.ModuleList(nn.Conv1d(H, H, A.kernel, padding=A.kernel // 2, groups=H) for _ in range(A.layers))
        s.point = nn.ModuleList(nn.Linear(H, H) for _ in range(A.layers))
        s.att = nn.Linear(H, 1)
        s.out = nn.Linear(2 * H, C)
        nn.init.constant_(s.out.bias, -5.0)
        s.act = nn.Linear(2 * H, 1)
        s.drop = nn.Dropout(A.drop)
    def forward(s, x):
        m = (x > 0)
        e = torch.cat([s.words.weight, s.stems.weight])[x] if A.tune > 0 else torch.where((x < SB)[..., None], s.words(x.clamp(max=SB - 1)), s.stems((x - SB).clamp(min=0)))
        h = F.relu(s.proj(e)) * m[..., None]
        for d, p in zip(s.depth, s.point):
            t = d(h.transpose(1, 2)).transpose(1, 2)
            h = (h + F.relu(p(t))) * m[..., None]
            h = s.drop(h)
        a = s.att(h).squeeze(-1).masked_fill(~m, -1e4).softmax(-1)
        g = torch.cat([(h * a[..., None]).sum(1), h.masked_fill(~m[..., None], -1e4).max(1).values], 1)
        g = s.drop(g)
        return s.out(g), s.act(g).squeeze(-1)

def batch(rs, aug):
    L = max(len(r["x"]) for r in rs)
    x = torch.zeros(len(rs), L, dtype=torch.long)
    y = torch.zeros(len(rs), C); w = torch.ones(len(rs), C); act = torch.zeros(len(rs)); aw = torch.zeros(len(rs))
    for i, r in enumerate(rs):
        ids = torch.tensor(r["x"])
        if aug and len(ids) > 3:
            drop = (torch.rand(len(ids)) < A.worddrop) & (ids >= SB)
            ids = torch.where(drop, torch.ones_like(ids), ids)
        x[i, :len(ids)] = ids
        k = r["k"]; base = W.get(k, 1)
        w[i] = base
        if k in ("tram",): w[i] = base * (.3 + .0 * notram) * (1 - notram) if r["y"] == [0] else base * (1 - notram)
        if k == "definition": w[i] = base
        for c in r["y"]:
            if c == 0: continue
            y[i, c] = 1
            p = parents[c]
            if k != "dense" and k != "pair":
                for o in members.get(p, []) : w[i, o] *= .3 if o != p else 0
            else: w[i, p] = 0
            w[i, c] = base
        for c in r.get("o", []): w[i, c] = 0; w[i, parents[c]] = 0
        act[i] = float(r["y"] != [0] and k != "definition")
        aw[i] = 0 if (k == "tram" and r["y"] == [0]) or k in ("span",) else base
        if r.get("o") and r["y"] == [0]: aw[i] = 0
    w[:, 0] = 0
    return x, y, w, act, aw

def evaluate(model, rs):
    model.eval(); P = []; Y = []; O = []
    with torch.no_grad():
        for i in range(0, len(rs), 256):
            x, y, w, _, _ = batch(rs[i:i + 256], False)
            z, a = model(x); P.append(torch.sigmoid(z)); Y.append(y); O.append(w > 0)
    P, Y, O = torch.cat(P).numpy(), torch.cat(Y).numpy(), torch.cat(O).numpy()
    P[:, 0] = 0
    s = P[O]; t = Y[O]; o = np.argsort(-s)[:60000]; tp = np.cumsum(t[o]); n = t.sum()
    prec = tp / np.arange(1, len(o) + 1); rec = tp / n
    f = 2 * prec * rec / (prec + rec + 1e-9); b = f.argmax()
    apv = (prec * t[o]).sum() / n
    has = Y.sum(1) > 0; Pm = np.where(O | (Y > 0), P, 0)
    first = np.mean([Y[i, Pm[i].argmax()] for i in np.where(has)[0]]) if has.any() else 0
    model.train()
    return f"F1 {f[b]*100:.1f} (P {prec[b]*100:.0f} R {rec[b]*100:.0f} at {s[o[b]]:.2f}) AP {apv*100:.1f} first {first*100:.1f} n {int(n)}"

if __name__ == "__main__":
    model = Encoder(A.hidden)
    groups = [{"params": [p for n, p in model.named_parameters() if not n.startswith("stems")], "lr": A.lr}]
    if A.tune > 0: groups.append({"params": [model.stems.weight], "lr": A.lr * A.tune})
    opt = torch.optim.AdamW(groups, weight_decay=1e-3)
    B = 64; steps = A.epochs * math.ceil(len(train) / B); step = 0
    import time; t0 = time.time()
    for ep in range(A.epochs):
        order = sorted(range(len(train)), key=lambda i: (len(train[i]["x"]) // 4 + random.random() * 2))
        bs = [order[i:i + B] for i in range(0, len(order), B)]; random.shuffle(bs)
        tot = 0
        for b in bs:
            x, y, w, act, aw = batch([train[i] for i in b], True)
            z, a = model(x)
            lt = (F.binary_cross_entropy_with_logits(z, y, reduction="none") * w).sum(1).mean()
            la = (F.binary_cross_entropy_with_logits(a, act, reduction="none") * aw).mean()
            has = (y.sum(1) > 0)
            zz = z.masked_fill((w <= 0) & (y == 0), -30.0)
            lc = (-(F.log_softmax(zz, 1) * y).sum(1) / y.sum(1).clamp(min=1) * w.max(1).values)[has].mean() if has.any() else 0
            loss = lt + .3 * la + A.ce * lc
            step += 1
            f = min(1, step / 300) * (0.5 * (1 + math.cos(math.pi * step / steps)) * .98 + .02)
            for g, base in zip(opt.param_groups, [A.lr, A.lr * A.tune]): g["lr"] = base * f
            opt.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(model.parameters(), 1.0); opt.step()
            tot += lt.item()
        print(f"epoch {ep} loss {tot/len(bs):.3f} {time.time()-t0:.0f}s | gold {evaluate(model, gold)}" + (f" | held {evaluate(model, held)}" if held else ""), flush=True)
    torch.save(model.state_dict(), A.out)
