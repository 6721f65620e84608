import { Component, type ErrorInfo, type ReactNode } from 'react';

interface FailsafeProps {
  fallback: (retry: () => void) => ReactNode;
  onError: (cause: unknown) => void;
  /** Another value makes it try again, as another address does. */
  resetOn?: string;
  children: ReactNode;
}

interface FailsafeState {
  failed: boolean;
  resetOn: string | undefined;
}

/** Keeps a part that could not be drawn from taking the rest of the screen with it. */
export class Failsafe extends Component<FailsafeProps, FailsafeState> {
  override state: FailsafeState = { failed: false, resetOn: this.props.resetOn };

  static getDerivedStateFromProps({ resetOn }: FailsafeProps, state: FailsafeState): FailsafeState | null {
    return resetOn === state.resetOn ? null : { failed: false, resetOn };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(cause: unknown, _info: ErrorInfo) {
    this.props.onError(cause);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}
