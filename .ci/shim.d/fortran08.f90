! Collectives called from Fortran, through the module mpi_f08.
program fortran08
  use mpi_f08
  implicit none
  integer :: rank, ranks, i, number, total
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  do i = 1, 6
    number = 0
    if (rank == 0) number = 40 + i
    call MPI_Bcast(number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
    if (number /= 40 + i) call MPI_Abort(MPI_COMM_WORLD, 1)
    call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    if (total /= ranks * (ranks - 1) / 2) call MPI_Abort(MPI_COMM_WORLD, 1)
  end do
  if (rank == 0) print *, 'right'
  call MPI_Finalize()
end program fortran08
