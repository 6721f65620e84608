import { Component, type ErrorInfo, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  fallback: (retry: () => void) => ReactNode;
  onError: (cause: unknown) => void;
  /** A new value resets the boundary, for example a new path. */
  resetOn?: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
  resetOn: string | undefined;
}

/** Shows a fallback when a child fails to render, so that the rest of the screen stays usable. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetOn: this.props.resetOn };

  static getDerivedStateFromProps(
    { resetOn }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
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
