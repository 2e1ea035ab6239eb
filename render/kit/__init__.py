"""The painter's kit: geometry, colours, type, icons, a canvas that records what it draws, and reusable pieces."""
