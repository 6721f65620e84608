/** Signs a person in and returns tokens: in Teams, or in a plain browser. */
export interface TokenProvider {
  /** Person that Teams or MSAL reports before any call; `null` when unknown. */
  person: { tenantId: string; id: string } | null;
  /** A bearer for AVA's own audience; `null` when nobody is signed in. */
  getToken(options?: { fresh: boolean }): Promise<string | null>;
  /** Asks the person to sign in. Leaves the page in a plain browser. */
  signIn(): Promise<void>;
  /** Asks the person to consent to what AVA does for them in Microsoft 365. */
  requestConsent(): Promise<void>;
  signOut(): Promise<void>;
}
