"""Trains the analyser's encoder, and one without each fold of the reports, which are calibrated on.

    npm run train -- <bundle> --examples <documents.jsonl.gz> --rows .build/rows
    pip install -r scripts/model/encoder/requirements.txt
    python scripts/model/encoder/train_encoder.py .build/rows scripts/model/encoder/nets
    npm run train -- <bundle> --examples <documents.jsonl.gz>

Needed again when labels, pairs or the release change; the results are in the repository. A sentence encoder
(all-MiniLM-L6-v2) is fine-tuned on the texts as a teacher, and the small network learns from the labels and from what
the teacher says (Hinton et al. 2015). Five of each take a quarter of an hour on one GPU, and a night on two cores.
Chance differs between machines, so the weights are not the same to the byte.
"""
import argparse
import gzip
import io
import json
import math
import re
import zipfile
from importlib import resources
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load as load_tensors
from tokenizers import Tokenizer
from torch import nn
from transformers import BertConfig, BertModel

SEED = 5
# Of the network, and of what it learns from.
CHANNELS, LAYERS, HEADS, REACH = 96, 2, 4, 5
TEACHER = {"epochs": 9, "batch": 192, "rate": 2e-4, "head_rate": 1e-3, "length": 96}
STUDENT = {"epochs": 40, "batch": 256, "rate": 3e-3, "length": 64}
# How much what the teacher says counts beside the labels.
TEACHER_SHARE = 0.7
# Part of the words that is hidden at each look, and of batches in which two texts make one with several acts.
HIDDEN, JOINED = 0.12, 0.15
# A procedure names one technique, whatever else is told in it: its other classes are hardly known to be wrong.
PROCEDURE_NEGATIVE = 0.3
OPEN = -1

device = "cuda" if torch.cuda.is_available() else "cpu"
rng = np.random.default_rng(SEED)


class Texts:
    """The rows of a fold: labels as 1 (right), 0 (wrong) and OPEN, their weights, and words by number."""

    def __init__(self, rows, space):
        parents = np.array(space["parents"])
        labels = np.zeros((len(rows), len(parents)), np.int8)
        for at, row in enumerate(rows):
            # Of a family of which one member is known or arguable, the parent is neither right nor wrong, and where only
            # the parent is known, its members are.
            for c in row["classes"] + row["open"]:
                labels[at, np.flatnonzero(parents == c) if parents[c] == c else parents[c]] = OPEN
            labels[at, row["open"]] = OPEN
            labels[at, row["classes"]] = 1
            labels[at, 0] = not row["classes"]
        self.labels = torch.tensor(labels, device=device)
        self.weights = torch.tensor([row["weight"] for row in rows], device=device)
        negative = [1.0 if row["isWhole"] else PROCEDURE_NEGATIVE for row in rows]
        self.negative = torch.tensor(negative, device=device)
        self.unknown = space["words"] + 1
        self.words = [row["words"] or [self.unknown] for row in rows]
        self.printed = [re.sub("\u2021name", "the group", row["text"]).replace("\u2021", "") for row in rows]


class Teacher(nn.Module):
    def __init__(self, files, classes):
        super().__init__()
        config = json.loads(files.read("config.json"))
        self.bert = BertModel(BertConfig(**config), add_pooling_layer=False)
        self.bert.load_state_dict(load_tensors(files.read("model.safetensors")), strict=False)
        size = config["hidden_size"]
        self.attention = nn.Linear(size, 8)
        self.reduce = nn.Linear(8 * size, size)
        self.out = nn.Linear(3 * size, classes)
        nn.init.normal_(self.out.weight, std=0.01)
        nn.init.constant_(self.out.bias, -4.0)

    def forward(self, ids, mask):
        hidden = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        absent = mask[..., None] == 0
        shares = self.attention(hidden).masked_fill(absent, -1e4).softmax(1)
        attended = self.reduce(torch.einsum("btk,btc->bkc", shares, hidden).flatten(1))
        mean = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        largest = hidden.masked_fill(absent, -1e4).amax(1)
        pooled = torch.cat([attended, mean, largest], 1)
        return self.out(F.dropout(pooled, 0.1, self.training))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.dw = nn.Conv1d(CHANNELS, CHANNELS, REACH, padding=REACH // 2, groups=CHANNELS)
        self.pw = nn.Linear(CHANNELS, CHANNELS)

    def forward(self, state, present):
        near = self.dw((state * present).transpose(1, 2)).transpose(1, 2)
        return state + F.relu(self.pw(near))


class Student(nn.Module):
    """What `src/reading/analyser/model/encoder/encoder.ts` runs; names of tensors are those that `read-net.ts` reads."""

    def __init__(self, table, extra, classes):
        super().__init__()
        self.register_buffer("table", table)
        self.extra = nn.Parameter(torch.randn(extra, CHANNELS) * 0.1)
        self.proj = nn.Linear(table.shape[1], CHANNELS, bias=False)
        with torch.no_grad():
            self.proj.weight.mul_(3.0)
        self.blocks = nn.ModuleList([Block() for _ in range(LAYERS)])
        self.att = nn.Linear(CHANNELS, HEADS)
        self.out = nn.Linear((HEADS + 1) * CHANNELS, classes)
        nn.init.normal_(self.out.weight, std=0.02)
        nn.init.constant_(self.out.bias, -4.0)

    def forward(self, ids, mask):
        words = len(self.table)
        if self.training:
            hidden = torch.rand(ids.shape, device=ids.device) < HIDDEN
            ids = torch.where(hidden & (mask > 0), words + 1, ids)
        known = self.proj(self.table[ids.clamp(max=words - 1)])
        state = torch.where((ids >= words)[..., None], self.extra[(ids - words).clamp(min=0)].to(known.dtype), known)
        present = mask[..., None].to(state.dtype)
        state = state * present
        for block in self.blocks:
            state = block(state, present)
        absent = mask[..., None] == 0
        shares = self.att(state).masked_fill(absent, -1e4).softmax(1)
        heads = torch.einsum("btk,btc->bkc", shares.to(state.dtype), state).flatten(1)
        largest = state.masked_fill(absent, -1e4).amax(1)
        return self.out(F.dropout(torch.cat([heads, largest], 1), 0.2, self.training))


def label_loss(logits, labels, weights, negative):
    """Each class by itself, and all against each other with class 0 for "no technique"."""
    right, wrong = (labels == 1).float(), (labels == 0).float()
    own = F.softplus(-logits) * right + F.softplus(logits) * wrong * negative[:, None]
    shares = right / right.sum(1, keepdim=True).clamp(min=1)
    against = -(shares * F.log_softmax(logits.masked_fill(labels == OPEN, -1e4), 1)).sum(1)
    return ((own[:, 1:].sum(1) + against) * weights).sum() / weights.sum()


def teacher_loss(logits, said, weights):
    own = F.binary_cross_entropy_with_logits(logits[:, 1:], torch.sigmoid(said[:, 1:]), reduction="none").sum(1)
    against = -(F.softmax(said, 1) * F.log_softmax(logits, 1)).sum(1)
    return ((own + against) * weights).sum() / weights.sum()


def batches_of(lengths, size, shuffle=True):
    """Texts of like length together."""
    order = np.arange(len(lengths))
    if shuffle:
        rng.shuffle(order)
    batches = []
    for begin in range(0, len(order), 50 * size):
        some = order[begin : begin + 50 * size]
        some = some[np.argsort(lengths[some], kind="stable")]
        batches += [some[at : at + size] for at in range(0, len(some), size)]
    if shuffle:
        rng.shuffle(batches)
    return batches


class Padded:
    """Sequences of numbers on the device, cut at a length."""

    def __init__(self, lists, length):
        self.length = length
        ids = np.zeros((len(lists), length), np.int64)
        for at, one in enumerate(lists):
            ids[at, : len(one[:length])] = one[:length]
        self.ids = torch.tensor(ids, device=device)
        self.lengths = np.array([min(length, len(one)) for one in lists])
        self.places = torch.arange(length, device=device)
        self.on_device = torch.tensor(self.lengths, device=device)

    def take(self, batch, other=None):
        """Those of a batch with their mask; with `other` behind each of them."""
        first = self.on_device[batch]
        if other is None:
            total = int(first.max())
            return self.ids[batch, :total], (self.places[None, :total] < first[:, None]).long()
        lengths = (first + self.on_device[other]).clamp(max=self.length)
        places = self.places[None, : int(lengths.max())].expand(len(batch), -1)
        behind = self.ids[other].gather(1, (places - first[:, None]).clamp(min=0))
        joined = torch.where(places < first[:, None], self.ids[batch][:, : places.shape[1]], behind)
        return joined, (places < lengths[:, None]).long()


def join_labels(labels, others):
    both = torch.where((labels == 1) | (others == 1), 1, torch.minimum(labels, others))
    both[:, 0] = ~(both[:, 1:] == 1).any(1)
    return both


def join_logits(said, others):
    none = torch.minimum(said[:, :1], others[:, :1])
    return torch.cat([none, torch.maximum(said, others)[:, 1:]], 1)


def autocast():
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


def fit(model, sequences, texts, groups, how, said=None):
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    rates = [group["lr"] for group in optimizer.param_groups]
    total = how["epochs"] * len(batches_of(sequences.lengths, how["batch"], False))
    warm, step = 0.06 * total, 0
    for epoch in range(how["epochs"]):
        for batch in batches_of(sequences.lengths, how["batch"]):
            ease = step / warm if step < warm else 0.5 + 0.5 * math.cos(math.pi * (step - warm) / (total - warm))
            for group, rate in zip(optimizer.param_groups, rates):
                group["lr"] = rate * ease
            at = torch.as_tensor(batch, device=device)
            labels, soft = texts.labels[at], None if said is None else said[at].float()
            other = None
            if rng.random() < JOINED:
                other = torch.as_tensor(rng.integers(0, len(texts.labels), len(batch)), device=device)
                labels = join_labels(labels, texts.labels[other])
                soft = None if said is None else join_logits(soft, said[other].float())
            with autocast():
                logits = model(*sequences.take(at, other)).float()
            weights = texts.weights[at]
            loss = label_loss(logits, labels, weights, texts.negative[at])
            if soft is not None:
                loss = (1 - TEACHER_SHARE) * loss + TEACHER_SHARE * teacher_loss(logits, soft, weights)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            step += 1
        print(f"  epoch {epoch + 1} of {how['epochs']}: {loss.item():.3f}", flush=True)


@torch.no_grad()
def run(model, sequences):
    model.eval()
    said = torch.zeros(len(sequences.lengths), model.out.out_features, dtype=torch.float16, device=device)
    for batch in batches_of(sequences.lengths, 256, False):
        at = torch.as_tensor(batch, device=device)
        with autocast():
            said[at] = model(*sequences.take(at)).half()
    model.train()
    return said


def train_teacher(texts, classes):
    packed = resources.files("all_minilm_l6_v2").joinpath("model.zip").read_bytes()
    files = zipfile.ZipFile(io.BytesIO(packed))
    tokenizer = Tokenizer.from_str(files.read("tokenizer.json").decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(TEACHER["length"])
    sequences = Padded([one.ids for one in tokenizer.encode_batch(texts.printed)], TEACHER["length"])
    teacher = Teacher(files, classes).to(device)
    head = [p for name, p in teacher.named_parameters() if not name.startswith("bert.")]
    groups = [
        {"params": list(teacher.bert.parameters()), "lr": TEACHER["rate"]},
        {"params": head, "lr": TEACHER["head_rate"]},
    ]
    fit(teacher, sequences, texts, groups, TEACHER)
    return run(teacher, sequences)


def save(student, path):
    """A line of JSON with the tensors, then their numbers: biases as floats, all else in 8 bits."""
    head, body = [], []
    for name, tensor in student.state_dict().items():
        if name == "table":
            continue
        values = tensor.float().cpu().numpy()
        values = values[:, 0] if name.endswith("dw.weight") else values
        scale = None if name.endswith("bias") else float(np.abs(values).max()) / 127
        head.append({"name": name, "shape": list(values.shape), "scale": scale})
        body.append((values.astype("<f4") if scale is None else np.round(values / scale).astype(np.int8)).tobytes())
    path.write_bytes((json.dumps(head) + "\n").encode() + b"".join(body))


def main(data, out):
    space = json.loads((data / "space.json").read_text())
    with gzip.open(data / "rows.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    table = np.fromfile(data / "words.bin", "<f4").reshape(space["words"], space["size"])
    out.mkdir(parents=True, exist_ok=True)
    folds = {"whole": rows}
    for fold in range(space["folds"]):
        folds[f"without-{fold}"] = [row for row in rows if row["folds"] >> fold & 1]
    for name, some in folds.items():
        print(f"{name}: {len(some)} texts", flush=True)
        torch.manual_seed(SEED)
        texts = Texts(some, space)
        said = train_teacher(texts, len(space["ids"]))
        student = Student(torch.tensor(table), space["extra"], len(space["ids"])).to(device)
        groups = [{"params": list(student.parameters()), "lr": STUDENT["rate"]}]
        fit(student, Padded(texts.words, STUDENT["length"]), texts, groups, STUDENT, said)
        save(student, out / f"{name}.bin")


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("data", type=Path, help="what --rows wrote")
parser.add_argument("out", type=Path)
given = parser.parse_args()
main(given.data, given.out)
