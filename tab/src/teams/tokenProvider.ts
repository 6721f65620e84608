/** Signs a person in and returns tokens: in Teams, or in a plain browser. */
export interface TokenProvider {
  /** The person as Teams or MSAL reports them before AVA calls its API; `null` when unknown. */
  person: { tenantId: string; id: string } | null;
  /** Bearer token for AVA's API; `null` when nobody is signed in. */
  getToken(options?: { fresh: boolean }): Promise<string | null>;
  /** Asks the person to sign in. A plain browser goes to the sign-in page and loads the tab again afterwards. */
  signIn(): Promise<void>;
  /** Asks the person to consent to what AVA does for them in Microsoft 365. */
  requestConsent(): Promise<void>;
  signOut(): Promise<void>;
}
