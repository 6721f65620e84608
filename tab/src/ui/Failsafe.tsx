import { Component, type ErrorInfo, type ReactNode } from 'react';

interface FailsafeProps {
  fallback: (retry: () => void) => ReactNode;
  onError: (cause: unknown) => void;
  children: ReactNode;
}

/** Keeps a part that could not be drawn from taking the rest of the screen with it. */
export class Failsafe extends Component<FailsafeProps, { failed: boolean }> {
  override state = { failed: false };

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
