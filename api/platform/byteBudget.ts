import { AvaError } from '#contract/errors.ts';

/** A limited number of bytes in memory, shared between people. */
export interface ByteBudget {
  open(owner: string): ByteAccount;
}

/** The bytes of one call. */
export interface ByteAccount {
  /** @throws AvaError `too_many_requests` */
  add(bytes: number): void;
  /** Returns the bytes of this call to the budget. */
  close(): void;
}

const RETRY_AFTER_S = 2;

/**
 * If people together hold more than `total`, a person who holds more than an equal share is refused, and the others still
 * get bytes. So one person can't use up the budget, and all people together hold at most twice the total.
 */
export function createByteBudget({ perOwner, total }: { perOwner: number; total: number }): ByteBudget {
  const held = new Map<string, number>();
  let sum = 0;

  function change(owner: string, bytes: number): void {
    const own = (held.get(owner) ?? 0) + bytes;
    sum += bytes;
    if (own === 0) held.delete(owner);
    else held.set(owner, own);
  }

  return {
    open(owner) {
      let taken = 0;
      return {
        add(bytes) {
          change(owner, bytes);
          taken += bytes;
          const own = held.get(owner) ?? 0;
          if (own > perOwner || (sum > total && own > total / held.size))
            throw new AvaError('too_many_requests', { retryAfter: RETRY_AFTER_S });
        },
        close() {
          change(owner, -taken);
          taken = 0;
        },
      };
    },
  };
}
