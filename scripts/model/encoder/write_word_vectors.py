"""Writes word-vectors.bin: what single words mean to a sentence encoder, for training the analyser.

    npm run train -- --words scripts/model/encoder/words.txt
    pip install -r scripts/model/encoder/requirements.txt
    python scripts/model/encoder/write_word_vectors.py scripts/model/encoder/words.txt \\
        scripts/model/encoder/word-vectors.bin
    npm run train -- <bundle> --examples <documents.jsonl.gz>

The first line lists the words of the releases and reports that `npm run data` fetches, the last learns from
what the others wrote; both results are in the repository, so that the first three are needed again only
for another encoder or other words. The encoder is all-MiniLM-L6-v2 (Apache-2.0), as the package of
requirements.txt carries it whole. Each word of its vocabulary and of words.txt is encoded alone (the way of
model2vec), reduced by a PCA and rounded to 8 bits.
"""
import io
import json
import sys
import zipfile
from importlib import resources

import numpy as np
from tokenizers import Tokenizer

SIZE = 128
BATCH = 512


def read_encoder():
    """The encoder's tensors by name, and its tokenizer."""
    files = zipfile.ZipFile(resources.files("all_minilm_l6_v2") / "model.zip")
    raw = files.read("model.safetensors")
    length = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + length])
    tensors = {}
    for name, at in header.items():
        if name != "__metadata__" and at["dtype"] == "F32":
            begin, end = at["data_offsets"]
            data = np.frombuffer(raw[8 + length + begin : 8 + length + end], np.float32)
            tensors[name] = data.reshape(at["shape"])
    tokenizer = Tokenizer.from_str(files.read("tokenizer.json").decode())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tensors, tokenizer


def normalise(x, weight, bias):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12) * weight + bias


def gelu(x):
    # Abramowitz and Stegun 7.1.26, to within 1.5e-7 of the error function.
    z = np.abs(x) / np.sqrt(np.float32(2))
    t = 1 / (1 + 0.3275911 * z)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return 0.5 * x * (1 + np.sign(x) * (1 - poly * np.exp(-z * z)))


def encode(tensors, ids, heads=12, layers=6):
    """Mean of the token vectors of each text; all texts of a batch have as many tokens."""
    t = tensors.__getitem__
    x = t("embeddings.word_embeddings.weight")[ids] + t("embeddings.position_embeddings.weight")[: ids.shape[1]]
    x = x + t("embeddings.token_type_embeddings.weight")[0]
    x = normalise(x, t("embeddings.LayerNorm.weight"), t("embeddings.LayerNorm.bias"))
    texts, length, width = x.shape
    for layer in range(layers):
        at = f"encoder.layer.{layer}."

        def linear(y, name):
            return y @ t(f"{at}{name}.weight").T + t(f"{at}{name}.bias")

        def split(y):
            return y.reshape(texts, length, heads, width // heads).transpose(0, 2, 1, 3)

        q, k, v = (split(linear(x, f"attention.self.{one}")) for one in ("query", "key", "value"))
        scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(np.float32(width // heads))
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ v
        mixed = mixed.transpose(0, 2, 1, 3).reshape(texts, length, width)
        x = x + linear(mixed, "attention.output.dense")
        x = normalise(x, t(f"{at}attention.output.LayerNorm.weight"), t(f"{at}attention.output.LayerNorm.bias"))
        y = linear(gelu(linear(x, "intermediate.dense")), "output.dense")
        x = normalise(x + y, t(f"{at}output.LayerNorm.weight"), t(f"{at}output.LayerNorm.bias"))
    pooled = x.mean(1)
    return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)


def main(words_path, out_path):
    tensors, tokenizer = read_encoder()
    known = [w for w in tokenizer.get_vocab() if w.isascii() and w.isalpha() and len(w) > 1]
    words = sorted(set(known) | set(open(words_path, encoding="utf-8").read().split()))
    ids = [tokenizer.encode(word).ids for word in words]
    vectors = np.zeros((len(words), 384), np.float32)
    for length in sorted({len(one) for one in ids}):
        places = [at for at, one in enumerate(ids) if len(one) == length]
        for begin in range(0, len(places), BATCH):
            some = places[begin : begin + BATCH]
            vectors[some] = encode(tensors, np.array([ids[at] for at in some]))
    vectors -= vectors.mean(0)
    _, _, axes = np.linalg.svd(vectors.T.astype(np.float64) @ vectors, hermitian=True)
    axes = axes[:SIZE] * np.sign(axes[:SIZE, :1])
    reduced = vectors @ axes.T
    scale = np.quantile(np.abs(reduced), 0.9999) / 127
    rounded = np.clip(np.round(reduced / scale), -127, 127).astype(np.int8)
    # Rarer words stand later in the encoder's vocabulary; those it spells by parts are the rarest.
    vocabulary = tokenizer.get_vocab()
    ranks = np.array([vocabulary.get(word, 40000) for word in words], np.uint32)
    head = json.dumps({"size": SIZE, "words": len(words), "scale": float(scale)}) + "\n"
    with open(out_path, "wb") as file:
        file.write(head.encode() + ("\n".join(words) + "\n").encode())
        file.write(ranks.astype("<u4").tobytes() + rounded.tobytes())
    print(len(words), "words,", float((reduced**2).sum() / (vectors**2).sum()), "of the variance kept")


main(*sys.argv[1:3])
