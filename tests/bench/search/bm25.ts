/** Common values of BM25's constants; see Robertson and Zaragoza, The Probabilistic Relevance Framework (2009). */
const K1 = 1.2;
const B = 0.75;

/** Ranks whole documents with plain BM25, with which the bench compares AVA's ranking. */
export function createBm25(docs: readonly { id: string; terms: readonly string[] }[]) {
  const postings = new Map<string, { doc: number; count: number }[]>();
  for (const [doc, { terms }] of docs.entries()) {
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const list = postings.get(term);
      if (list) list.push({ doc, count });
      else postings.set(term, [{ doc, count }]);
    }
  }
  const meanLength = docs.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, docs.length) || 1;

  /** Returns the ids of the documents that share a term with the question, best first. */
  return (question: readonly string[]): string[] => {
    const scores = new Map<number, number>();
    for (const term of question) {
      const matches = postings.get(term) ?? [];
      const idf = Math.log(1 + (docs.length - matches.length + 0.5) / (matches.length + 0.5));
      for (const { doc, count } of matches) {
        const length = 1 - B + (B * (docs[doc]?.terms.length ?? 0)) / meanLength;
        scores.set(doc, (scores.get(doc) ?? 0) + (idf * count * (K1 + 1)) / (count + K1 * length));
      }
    }
    return [...scores].toSorted(([a, x], [b, y]) => y - x || a - b).map(([doc]) => docs[doc]?.id ?? '');
  };
}

/** nDCG@10 of a ranking (Järvelin and Kekäläinen, 2002) from 0 to 1, with the grade as the gain. */
export function computeNdcg(ranking: readonly string[], grades: ReadonlyMap<string, number>): number {
  const computeGain = (values: readonly number[]) =>
    values.slice(0, 10).reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
  const ideal = computeGain([...grades.values()].toSorted((a, b) => b - a));
  return ideal > 0 ? computeGain(ranking.map((id) => grades.get(id) ?? 0)) / ideal : 0;
}
